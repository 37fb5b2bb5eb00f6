import 'reflect-metadata';
import type { ArgumentMetadata } from '@nestjs/common';
import type { FieldError } from '../../contract/error';
import { ApiError } from '../api-error';
import {
  BlankAsAbsent,
  IsEmailAddress,
  IsString,
  IsText,
  IsTrueOrFalse,
  isText,
  Nested,
  NestedList,
  Optional,
  Trimmed,
  IsList,
} from './fields';
import { noteUnknownParameters, unknownParameters, InputPipe } from './input.pipe';

class DealDto {
  @Optional() @IsString() stage_id?: string;
  @Optional() @IsString() pipeline_id?: string;
}

class StepDto {
  @Trimmed() @IsText({ max: 5 }) name!: string;
  @Optional() @IsTrueOrFalse() is_won?: boolean;
}

class PipelineDto {
  @IsText({ max: 5 }) name!: string;
  @NestedList(() => StepDto, { max: 3 }) steps!: StepDto[];
}

class BodyDto {
  @IsString() phone!: string;
  @Optional() @BlankAsAbsent() @Trimmed() @IsText({ max: 10 }) name?: string;
  @Optional() @BlankAsAbsent() @Trimmed() @IsText({ max: 10, lineBreaks: true }) notes?: string;
  @Optional() @Trimmed() @IsEmailAddress() email?: string;
  @Optional() @IsTrueOrFalse() consent?: boolean;
  @Optional()
  @Trimmed()
  @IsList({ max: 3, item: { isValid: (tag) => isText(tag, 5), message: 'tag ruim' } })
  tags?: string[];
  @Optional() @Nested(() => DealDto) deal?: DealDto;
  @Optional() @NestedList(() => PipelineDto, { max: 2 }) pipelines?: PipelineDto[];
}

class ManyDto {
  @IsList({ max: 100, item: { isValid: (id) => typeof id === 'string', message: 'id ruim' } }) ids!: string[];
}

class SparseDto {
  @Optional()
  @IsList({ max: 2, item: { isValid: (tag) => tag === 'a', message: 'tag ruim' }, isAbsent: (tag) => tag === '' })
  tags?: string[];
  @Optional() @BlankAsAbsent() @IsTrueOrFalse() consent?: boolean;
  @Optional() @BlankAsAbsent() @Nested(() => DealDto) deal?: DealDto;
  @Optional() @Trimmed() @IsText({ max: 5 }) name?: string;
}

class QueryDto {
  @Optional() @IsText({ max: 5 }) tag?: string;
}

const pipe = new InputPipe();
const transform = (value: unknown, metadata: Partial<ArgumentMetadata> = {}): unknown =>
  pipe.transform(value, { type: 'body', metatype: BodyDto, ...metadata } as ArgumentMetadata);

function problems(value: unknown, metadata?: Partial<ArgumentMetadata>): readonly FieldError[] {
  try {
    transform(value, metadata);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error).toMatchObject({ code: 'validation_error', status: 422 });
    return error.details?.fields ?? [];
  }
  return [];
}
const badFields = (value: unknown, metadata?: Partial<ArgumentMetadata>): string[] =>
  problems(value, metadata).map(({ field }) => field);
const badFieldsOf = (json: string): string[] => badFields(JSON.parse(json));

describe('a good body', () => {
  it('becomes an instance of its class, nested ones too', () => {
    const body = transform({ phone: '1', deal: { stage_id: 'a' }, pipelines: [{ name: 'f', steps: [{ name: 's' }] }] });
    expect(body).toBeInstanceOf(BodyDto);
    const { deal, pipelines } = body as BodyDto;
    expect(deal).toBeInstanceOf(DealDto);
    expect(pipelines?.[0]).toBeInstanceOf(PipelineDto);
    expect(pipelines?.[0]?.steps[0]).toBeInstanceOf(StepDto);
    expect(body).toEqual({ phone: '1', deal: { stage_id: 'a' }, pipelines: [{ name: 'f', steps: [{ name: 's' }] }] });
  });

  it('is trimmed where its class says so', () => {
    expect(transform({ phone: ' 1 ', name: ' a ', tags: [' a', 'b '], email: ' a@b.example ' })).toEqual({
      phone: ' 1 ',
      name: 'a',
      tags: ['a', 'b'],
      email: 'a@b.example',
    });
  });

  it('has no blank field where blank is absent', () => {
    expect((transform({ phone: '1', name: '  ', notes: '' }) as BodyDto).name).toBeUndefined();
  });

  it('is left as it was sent', () => {
    const sent = { phone: '1', name: ' a ', deal: { stage_id: 'a' } };
    transform(sent);
    expect(sent).toEqual({ phone: '1', name: ' a ', deal: { stage_id: 'a' } });
  });
});

describe('a value that is not a body with a class', () => {
  it.each<[string, Partial<ArgumentMetadata>]>([
    ['a path parameter', { type: 'param' }],
    ['a custom argument', { type: 'custom' }],
    ['a body without class', { metatype: undefined }],
    ['a body of class Object', { metatype: Object }],
  ])('is passed on: %s', (_, metadata) => {
    const value = { unknown: 1 };
    expect(transform(value, metadata)).toBe(value);
  });
});

describe('a body that is not an object', () => {
  it.each(['null', '[]', '[{"phone":"1"}]', '"text"', '""', '1', '0', 'true', 'false'])('%s names the body', (json) => {
    expect(badFieldsOf(json)).toEqual(['body']);
  });

  it('undefined names the body', () => expect(badFields(undefined)).toEqual(['body']));
});

describe('depth', () => {
  const objects = (levels: number): string => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1);
  const lists = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

  it.each([
    ['8 levels of objects', objects(8), ['a', 'phone']],
    ['9 levels of objects', objects(9), ['body']],
    ['8 levels with lists', lists(8), ['a', 'phone']],
    ['9 levels with lists', lists(9), ['body']],
    ['8 levels and a value', `${'{"a":'.repeat(8)}1${'}'.repeat(8)}`, ['a', 'phone']],
    ['9 levels and a value', `${'{"a":'.repeat(9)}1${'}'.repeat(9)}`, ['body']],
    ['thousands of levels of objects', objects(2_700), ['body']],
    ['thousands of levels of lists', lists(8_000), ['body']],
    ['a deep field after others', `{"phone":"1","deal":{},"tags":${'['.repeat(8)}${']'.repeat(8)}}`, ['body']],
    ['depth below __proto__', `{"phone":"1","__proto__":${objects(8)}}`, ['body']],
  ])('%s', (_, json, fields) => expect(badFieldsOf(json)).toEqual(fields));
});

describe('unknown fields', () => {
  it.each([
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', 'isPrototypeOf'],
    ...[
      '__defineGetter__',
      'toJSON',
      'then',
      'length',
      'id',
      'Phone',
      'phone ',
      ' phone',
      '',
      '0',
      'deal.stage_id',
      'ação',
    ],
  ])('%j is one, at the top and in what is nested', (name) => {
    const key = JSON.stringify(name);
    for (const value of ['1', '"text"', 'null', '{}', '{"phone":"1"}', '[]', 'true']) {
      expect(badFieldsOf(`{"phone":"1",${key}:${value}}`)).toEqual([name]);
      expect(badFieldsOf(`{"phone":"1","deal":{${key}:${value}}}`)).toEqual([`deal.${name}`]);
      expect(badFieldsOf(`{"phone":"1","pipelines":[{"name":"f","steps":[{"name":"s",${key}:${value}}]}]}`)).toEqual([
        `pipelines.0.steps.0.${name}`,
      ]);
    }
  });

  it('do not change what every object inherits', () => {
    badFieldsOf('{"phone":"1","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('do not lend their value to a known field', () =>
    expect(badFieldsOf('{"__proto__":{"phone":"1"}}')).toEqual(['__proto__', 'phone']));

  it('say so', () => {
    expect(problems({ phone: '1', a: 1 })).toEqual([{ field: 'a', message: 'campo desconhecido' }]);
    expect(problems({ phone: '1', stage_id: 'x' })[0]?.message).toBe('campo desconhecido; vai dentro de deal');
    expect(problems({ a: '1' }, { type: 'query', metatype: QueryDto })).toEqual([
      { field: 'a', message: 'parâmetro desconhecido' },
    ]);
  });
});

describe('bad fields', () => {
  it.each([
    ['a missing one', {}, ['phone']],
    ['null for a required one', { phone: null }, ['phone']],
    ['null for an optional one', { phone: '1', name: null }, ['name']],
    ['null for a nested one', { phone: '1', deal: null }, ['deal']],
    ['null for a nested list', { phone: '1', pipelines: null }, ['pipelines']],
    ['null for a list', { phone: '1', tags: null }, ['tags']],
    ['a text for a nested one', { phone: '1', deal: 'a' }, ['deal']],
    ['a number for a nested one', { phone: '1', deal: 0 }, ['deal']],
    ['a list for a nested one', { phone: '1', deal: [] }, ['deal']],
    ['a list with a good one for a nested one', { phone: '1', deal: [{ stage_id: 'a' }] }, ['deal']],
    ['an object for a nested list', { phone: '1', pipelines: {} }, ['pipelines']],
    ['an object for a text', { phone: {} }, ['phone']],
    ['a list for a text', { phone: ['1'] }, ['phone']],
    ['a number for a text', { phone: 1 }, ['phone']],
    ['a text for true or false', { phone: '1', consent: 'true' }, ['consent']],
    ['a text for a list', { phone: '1', tags: 'a' }, ['tags']],
    ['an object for a list', { phone: '1', tags: { 0: 'a', length: 1 } }, ['tags']],
    ['a line break where none may be', { phone: '1', name: 'a\nb' }, ['name']],
    ['a control character beside a line break', { phone: '1', notes: 'a\n\u0000' }, ['notes']],
    ['too many items', { phone: '1', tags: ['a', 'b', 'c', 'd'] }, ['tags']],
    ['too many bad items', { phone: '1', tags: [1, 2, 3, 4] }, ['tags']],
    ['bad items, each by itself', { phone: '1', tags: ['a', '', 'abcdef'] }, ['tags.1', 'tags.2']],
    ['items that are not texts', { phone: '1', tags: [null, {}, ['a']] }, ['tags.0', 'tags.1', 'tags.2']],
    ['a bad field of a nested one', { phone: '1', deal: { stage_id: 1 } }, ['deal.stage_id']],
    ['too many nested ones', { phone: '1', pipelines: [0, 1, 2].map(() => ({ name: 'f', steps: [] })) }, ['pipelines']],
  ])('%s', (_, body, fields) => expect(badFields(body)).toEqual(fields));

  it('a good body has none', () => expect(badFields({ phone: '1', notes: 'a\nb', tags: ['a', 'b', 'c'] })).toEqual([]));

  it('one field is named once', () => {
    expect(badFields({ phone: 1, name: 5, email: 'x', consent: 'no', tags: {} })).toEqual([
      'phone',
      'name',
      'email',
      'consent',
      'tags',
    ]);
  });
});

describe('the order', () => {
  it('is that of the request', () => {
    expect(
      badFieldsOf('{"zzz":1,"tags":["",1],"phone":1,"aaa":1,"deal":{"x":1,"stage_id":1,"a":1},"consent":1}'),
    ).toEqual([...['zzz', 'tags.0', 'tags.1', 'phone', 'aaa', 'deal.x', 'deal.stage_id', 'deal.a', 'consent']]);
    expect(badFieldsOf('{"consent":1,"deal":{"a":1,"stage_id":1},"aaa":1,"phone":1,"tags":[1],"__proto__":1}')).toEqual(
      [...['consent', 'deal.a', 'deal.stage_id', 'aaa', 'phone', 'tags.0', '__proto__']],
    );
  });

  it('puts what is missing last', () => {
    expect(badFieldsOf('{"consent":1,"zzz":1}')).toEqual(['consent', 'zzz', 'phone']);
    expect(badFieldsOf('{"pipelines":[{"steps":[]}],"consent":1}').sort()).toEqual([
      'consent',
      'phone',
      'pipelines.0.name',
    ]);
    expect(badFieldsOf('{"pipelines":[{"steps":[]}],"consent":1}')[0]).toBe('consent');
  });
});

describe('at most 50 entries', () => {
  it.each([49, 50, 51, 60, 500])('of %i bad fields', (count) => {
    const body = Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, 1]));
    const named = badFields({ ...body, phone: '1' });
    expect(named).toEqual(Array.from({ length: Math.min(count, 50) }, (_, index) => `field${index}`));
  });

  it('are the first of the request, known or not', () => {
    const body = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field${index}`, 1]));
    expect(badFields({ phone: 1, ...body }).slice(0, 2)).toEqual(['phone', 'field0']);
    expect(badFields({ ...body, phone: 1 })).not.toContain('phone');
  });
});

describe('nested lists', () => {
  it('name every bad field with its place', () => {
    const pipelines = [
      { name: 'f', steps: [{ name: 's' }, { name: 'too long', is_won: 1, x: 1 }] },
      { name: '', y: 1, steps: [{ name: 1 }] },
    ];
    expect(badFields({ phone: '1', pipelines })).toEqual([
      'pipelines.0.steps.1.name',
      'pipelines.0.steps.1.is_won',
      'pipelines.0.steps.1.x',
      'pipelines.1.name',
      'pipelines.1.y',
      'pipelines.1.steps.0.name',
    ]);
  });

  it('name a value that is not a list', () => {
    expect(badFields({ phone: '1', pipelines: [{ name: 'f', steps: 'no' }] })).toEqual(['pipelines.0.steps']);
    expect(badFields({ phone: '1', pipelines: [{ name: 'f' }] })).toEqual(['pipelines.0.steps']);
  });

  it.each([
    ['a text', '"a"'],
    ['a number', '1'],
    ['null', 'null'],
  ])('refuse an item that is not an object: %s', (_, item) => {
    expect(badFieldsOf(`{"phone":"1","pipelines":[{"name":"f","steps":[]},${item}]}`)).toEqual(['pipelines.1']);
  });
});

describe('unknown parameters beside a body', () => {
  it('come first, with the bad fields of the body after them', () => {
    const body = noteUnknownParameters({ phone: 1, zzz: 1 }, ['page', 'sort']);
    expect(badFields(body)).toEqual(['page', 'sort', 'phone', 'zzz']);
    expect(problems(body)[0]).toEqual({ field: 'page', message: 'parâmetro desconhecido' });
  });

  it('refuse a body that is good by itself', () => {
    expect(badFields(noteUnknownParameters({ phone: '1' }, ['page']))).toEqual(['page']);
  });

  it('are named together with a body that is not an object', () => {
    for (const body of [null, [], 'a', 1, undefined]) {
      expect(() => noteUnknownParameters(body, ['page'])).toThrow(ApiError);
      try {
        noteUnknownParameters(body, ['page']);
      } catch (error) {
        expect((error as ApiError).details?.fields?.map(({ field }) => field)).toEqual(['page', 'body']);
      }
    }
  });

  it('that are none leave the body as it is', () => {
    const body = { phone: '1' };
    expect(noteUnknownParameters(body, [])).toBe(body);
    expect(noteUnknownParameters(null, [])).toBeNull();
    expect(badFields(body)).toEqual([]);
  });

  it('fill at most 50 entries together', () => {
    const names = Array.from({ length: 60 }, (_, index) => `p${index}`);
    expect(unknownParameters(names)).toHaveLength(60);
    expect(badFields(noteUnknownParameters({ phone: 1 }, names))).toHaveLength(50);
    expect(badFields(noteUnknownParameters({ phone: 1 }, names.slice(0, 49)))).toEqual([
      ...names.slice(0, 49),
      'phone',
    ]);
  });

  it('leave nothing in the instance', () => {
    const body = noteUnknownParameters({ phone: '1' }, ['page']);
    expect(Object.keys(body as object)).toEqual(['phone']);
    expect(JSON.stringify(body)).toBe('{"phone":"1"}');
  });
});

it('takes a list that may be longer than a refusal whole, and refuses it with its first bad items', () => {
  const many = { metatype: ManyDto };
  const ids = Array.from({ length: 100 }, (_, n) => `id ${n}`);
  expect(transform({ ids }, many)).toEqual({ ids });
  expect(badFields({ ids: [...ids, 'x'] }, many)).toEqual(['ids']);
  expect(badFields({ ids: [...ids.slice(1), 1] }, many)).toEqual(['ids.99']);
  expect(badFields({ ids: ids.map(() => 1) }, many)).toHaveLength(50);
});

describe('what counts as absent', () => {
  const sparse = { metatype: SparseDto };

  it('in a list is not counted, and the others keep their places', () => {
    const tags = ['', 'a', '', '', 'a', ''];
    expect(transform({ tags }, sparse)).toEqual({ tags });
    expect(badFields({ tags: ['', 'b', '', 'a'] }, sparse)).toEqual(['tags.1']);
    expect(badFields({ tags: [...tags, 'a'] }, sparse)).toEqual(['tags']);
  });

  it.each(['', ' ', '\u200b'])('is a blank text in place of any value: %j', (blank) => {
    expect(transform({ consent: blank, deal: blank }, sparse)).toEqual({});
    expect(badFields({ consent: 'x', deal: 'x' }, sparse)).toEqual(['consent', 'deal']);
  });

  it('is no text of invisible marks where a text is needed', () => {
    expect(badFields({ name: '\u200b \ufeff' }, sparse)).toEqual(['name']);
  });
});
