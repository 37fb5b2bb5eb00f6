import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const relation = (kind: string, target: string, other: object = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...other,
});
const TEXT = { type: 'string' };

const STAGE = { name: TEXT };
const LEAD = {
  phone: TEXT,
  name: TEXT,
  email: TEXT,
  notes: { type: 'text' },
  origin: TEXT,
  utm_source: TEXT,
  utm_medium: TEXT,
  utm_campaign: TEXT,
  tags: { type: 'json' },
  deals: relation('oneToMany', 'deal', { mappedBy: 'lead' }),
};
const DEAL = {
  value: { type: 'decimal' },
  lead: relation('manyToOne', 'lead', { inversedBy: 'deals' }),
  stage: relation('manyToOne', 'stage'),
};

/** The files of the model, by their paths in a Strapi project: content types are files there, and no call can make them in production. */
export function strapiModel(): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ stage: STAGE, lead: LEAD, deal: DEAL }).flatMap(([name, attributes]) => filesOf(name, attributes)),
  );
}

function filesOf(name: string, attributes: object): [path: string, text: string][] {
  const schema = {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: false },
    attributes,
  };
  const core = (part: string): string =>
    `module.exports = require('@strapi/strapi').factories.createCore${part}('api::${name}.${name}');\n`;
  return [
    [`src/api/${name}/content-types/${name}/schema.json`, `${JSON.stringify(schema, null, 2)}\n`],
    [`src/api/${name}/controllers/${name}.js`, core('Controller')],
    [`src/api/${name}/routes/${name}.js`, core('Router')],
    [`src/api/${name}/services/${name}.js`, core('Service')],
  ];
}

/** Writes the model into the folder of a Strapi project. */
export function writeStrapiModel(folder: string): void {
  for (const [path, text] of Object.entries(strapiModel())) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
