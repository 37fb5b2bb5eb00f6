import type * as ClassTransformer from 'class-transformer';
import type * as ClassValidator from 'class-validator';
import '../../src/app.module';
import type { FieldNote } from '../../src/common/input/fields';
import type { Schema } from '../../src/contract/document/shape';

type Class = new () => object;

/** Invisible marks with spaces around them: a text that looks blank. */
const MARKS = ' \u200b\u2060\ufeff\u00ad\ufe0f\u00a0';

// The service has packages of its own.
const { getMetadataStorage, validateSync } = loadedOnce('class-validator') as typeof ClassValidator;
const { plainToInstance } = loadedOnce('class-transformer') as typeof ClassTransformer;

const storage = getMetadataStorage() as unknown as { validationMetadatas: Map<Class, unknown> };

const rulesOf = (dto: Class) => getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);

const isTrimmed = ({ type, description }: Schema): boolean =>
  type === 'string' && String(description).includes('White space at the ends is trimmed');

/** Every text and list of texts of all bodies and queries, with a value that looks blank. */
const FIELDS = [...storage.validationMetadatas.keys()].flatMap((dto) =>
  [...new Set(rulesOf(dto).map(({ propertyName }) => propertyName))].flatMap(
    (field): [string, Class, string, unknown][] => {
      const notes = rulesOf(dto).filter(({ propertyName }) => propertyName === field);
      const schema = Object.assign(
        {},
        ...notes.map(({ context }) => (context as FieldNote | undefined)?.schema),
      ) as Schema;
      if (isTrimmed(schema)) return [[`${dto.name}.${field}`, dto, field, MARKS]];
      return isTrimmed((schema.items ?? {}) as Schema) ? [[`${dto.name}.${field}`, dto, field, [MARKS]]] : [];
    },
  ),
);

it('knows the texts of the routes', () =>
  expect(FIELDS.map(([name]) => name)).toEqual(
    expect.arrayContaining(['ChangeLeadDto.name', 'SubmitLeadDto.tags', 'NewKeyDto.name', 'EditLeadDto.notes']),
  ));

it.each(FIELDS)('invisible marks alone are blank in %s: refused, or nothing', (_, dto, field, value) => {
  const body = plainToInstance(dto, { [field]: value });
  const isRefused = validateSync(body, { forbidUnknownValues: false }).some(({ property }) => property === field);
  if (!isRefused) expect([undefined, '', ['']]).toContainEqual((body as Record<string, unknown>)[field]);
});
