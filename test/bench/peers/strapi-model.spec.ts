import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strapiModel, writeStrapiModel } from './strapi-model';

interface Schema {
  readonly attributes: Readonly<
    Record<string, { readonly target?: string; readonly mappedBy?: string; readonly inversedBy?: string }>
  >;
}

const schemaOf = (name: string): Schema =>
  JSON.parse(strapiModel()[`src/api/${name}/content-types/${name}/schema.json`] ?? '') as Schema;

it('both ends of each relation name each other', () => {
  expect(schemaOf('lead').attributes.deals).toMatchObject({ target: 'api::deal.deal', mappedBy: 'lead' });
  expect(schemaOf('deal').attributes.lead).toMatchObject({ target: 'api::lead.lead', inversedBy: 'deals' });
  expect(schemaOf('deal').attributes.stage?.target).toBe('api::stage.stage');
});

it('each content type is written with its controller, its routes and its service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strapi-'));
  try {
    writeStrapiModel(folder);
    for (const name of ['lead', 'deal', 'stage']) {
      for (const part of ['controllers', 'routes', 'services']) {
        expect(readFileSync(join(folder, `src/api/${name}/${part}/${name}.js`), 'utf8')).toContain(
          `api::${name}.${name}`,
        );
      }
      expect(readFileSync(join(folder, `src/api/${name}/content-types/${name}/schema.json`), 'utf8')).toContain(
        `"${name}s"`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
