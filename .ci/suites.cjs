// Which parts of the longer suites `.ci/run` runs beside `npm test`: `node .ci/suites.cjs` prints them for the present change.
// The change is everything since the commit that `.ci/base` names, also what is not committed. CI_FULL=1 runs everything.
const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');

const ALL = '';

/** The suites: what each runs is a choice of its files, by the beginnings of their names; `ALL` are all. */
const WHOLE = { long: ALL, services: ALL, postgres: ALL, browser: ALL, document: ALL };

/** What a changed path may break beyond `npm test`. Every row that fits counts; a path that fits none counts as everything. */
const ROWS = [
  [/^(migrations|scripts|test\/support)\/|^\.ci\/(?!base$)|^src\/(app|common|config|contract|database)\//, WHOLE],
  [/^(package(-lock)?\.json|\.npmrc|\.swcrc|tsconfig.*|nest-cli\.json|jest\.config\.js|src\/[\w.-]+\.ts)$/, WHOLE],

  [/^src\/.*\.(controller|dto|texts)\.ts$|^src\/reference\/|^tools\/(redocly\/|run\.mjs)/, { document: ALL }],
  [
    /^src\/.*\.(queries|entity|view|service)\.ts$/,
    { long: 'fresh-database|gates|plans|bursts|shared-connections|one-moment', postgres: ALL },
  ],
  [
    /^src\/accounts\//,
    {
      browser: 'owner|sessions|site-domains|team',
      long: 'ended-rights|hand-over|mail|member-races|rota|slow-mail',
      services: 'first-steps',
    },
  ],
  [/^src\/accounts\/|^src\/.*\.job\.ts$/, { long: 'job-turns' }],
  [/^src\/admin\//, { browser: 'owner|walk-through', services: 'documented-commands|first-steps' }],
  [/^src\/audit\//, { browser: 'owner', long: 'retention' }],
  [
    /^src\/auth\//,
    {
      browser: 'owner|refusals|rights|session|team',
      long: 'ended-rights|heavy-calls|member-races',
      services: 'first-steps|mail|redis|shared-limits|trips',
    },
  ],
  [/^src\/automations\//, { browser: 'pipelines', long: 'automation|watch' }],
  [
    /^src\/commands\//,
    { long: 'migrating|start', services: 'documented-commands|first-steps|image|migrate|move|start' },
  ],
  [/^src\/console\//, { browser: 'accessibility|media|owner|reference', services: 'image|proxy' }],
  [/^src\/events\//, { browser: 'events|shared-board', long: 'ended-rights|event|outside', services: 'events|proxy' }],
  [
    /^src\/imports\//,
    {
      browser: 'import|walk-through',
      long: 'import|largest|linear|table-turns',
      services: 'documented-commands|spreadsheet',
    },
  ],
  [
    /^src\/leads\//,
    {
      browser: 'board|clicks|day|held|lead|list|money|people|responsible',
      long: 'automation|erasure|hand-over|held|largest|linear|one-moment|rota|sellers|sync',
      services: 'form-page|quick-start|sync-recipe|trips',
    },
  ],
  [
    /^src\/members\//,
    { browser: 'responsible|rights|team', long: 'ended-rights|hand-over|member-races|own-figures|rota|sellers' },
  ],
  [/^src\/metrics\//, { browser: 'metrics|money', long: 'largest|one-moment|own-figures' }],
  [/^src\/notices\//, { browser: 'notifications', long: 'mail|outbox|slow-mail', services: 'mail' }],
  [
    /^src\/operations\//,
    { long: 'deaf|readiness|retention|watch', services: 'alerts|few|poolers|read-only|readiness|start|units' },
  ],
  [/^src\/pipelines\//, { browser: 'board|pipelines|shared-board', long: 'automation' }],
  [/^src\/reference\/|^reference\//, { browser: 'accessibility|reference' }],
  [/^src\/workspace\//, { browser: 'board|clicks|day|list|shared-board', long: 'heavy|largest|sellers' }],

  [/^console\/(?!pages\/)/, { browser: ALL, services: 'image' }],
  [/^console\/pages\/access\//, { browser: 'accessibility|owner|sessions|site-domains|walk-through' }],
  [
    /^console\/pages\/start\//,
    { browser: 'accessibility|contact-form|walk-through', services: 'first-steps|form-page' },
  ],
  [/^console\/pages\/(activities|agenda|day)\//, { browser: 'accessibility|clicks|day|lead' }],
  [/^console\/pages\/board\//, { browser: 'accessibility|board|clicks|money|shared-board' }],
  [/^console\/pages\/held\//, { browser: 'accessibility|held' }],
  [/^console\/pages\/imports\//, { browser: 'accessibility|import|walk-through' }],
  [/^console\/pages\/keys\//, { browser: 'accessibility|owner|refusals|walk-through' }],
  [/^console\/pages\/(leads|people)\//, { browser: 'accessibility|clicks|day|lead|list|money|people|responsible' }],
  [/^console\/pages\/metrics\//, { browser: 'accessibility|metrics|money' }],
  [/^console\/pages\/notifications\//, { browser: 'accessibility|notifications' }],
  [/^console\/pages\/pipelines\//, { browser: 'accessibility|pipelines' }],
  [/^console\/pages\/team\//, { browser: 'accessibility|responsible|rights|team' }],

  [
    /^ops\/|^compose\.yml$/,
    { services: 'alerts|backup|compose|documented|migrate|poolers|proxy|readiness|roles|units' },
  ],
  [/^(Dockerfile|\.dockerignore|exec\.cmd)$/, { services: 'image|compose|start' }],
  [/^\.env\.example$/, { services: 'compose|image' }],
  [
    /^docs\/(imports|operations|scaling)\.md$|^README\.md$/,
    { services: 'backup|compose|documented|image|migrate|move|proxy|read-only|redis-rights' },
  ],
  [
    /^docs\/quick-start/,
    { browser: 'contact-form', services: 'documented|first-steps|form-page|quick-start|spreadsheet|sync-recipe' },
  ],
  [/^docs\/pt\//, { services: 'documented' }],
  [/^docs\/|^(CHANGELOG|SECURITY)\.md$|^\.ci\/base$/, {}],

  [/^test\/services\/support\//, { services: ALL }],
  [/^test\/browser\/support\//, { browser: ALL }],
  [/^test\/fault\/support\//, { services: ALL, browser: ALL, long: 'event-channel|migrating' }],
  [/^test\/(owner|partner|operator|promises|fault|citus|timing)\/|^(bench|tools)\/|^src\/.*\.spec\.ts$/, {}],
  [/^test\/generators\//, { document: ALL }],
  [/^(eslint\.config\.mjs|\.prettier.*|\.gitignore)$/, {}],
];

/** A changed test of a suite runs itself. */
const OF_SUITE = /^test\/(services|browser|long)\/([\w-]+)\.[\w-]+-spec\.ts$/;

function partsOf(path) {
  const [, suite, name] = OF_SUITE.exec(path) ?? [];
  if (suite) return [{ [suite]: name }];
  const parts = ROWS.filter(([pattern]) => pattern.test(path)).map(([, broken]) => broken);
  return parts.length > 0 ? parts : [WHOLE];
}

/** Returns for each suite that the changed paths may break an expression of jest for the paths of its files. */
function selectionOf(paths) {
  const words = {};
  for (const part of paths.flatMap(partsOf)) {
    for (const [suite, names] of Object.entries(part)) (words[suite] ??= new Set()).add(names);
  }
  const expression = (names) => (names.has(ALL) ? ALL : `/(${[...names].join('|')})[^/]*$`);
  return Object.fromEntries(Object.entries(words).map(([suite, names]) => [suite, expression(names)]));
}

function changedPaths() {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const base = readFileSync(`${__dirname}/base`, 'utf8').trim();
  git('merge-base', '--is-ancestor', base, 'HEAD');
  return [...git('diff', '--name-only', '--no-renames', base), ...git('ls-files', '--others', '--exclude-standard')];
}

function presentSelection() {
  if (process.env.CI_FULL === '1') return WHOLE;
  try {
    return selectionOf(changedPaths());
  } catch (error) {
    console.error(`Everything runs, for the change is not known: ${error.message}`);
    return WHOLE;
  }
}

module.exports = { ROWS, selectionOf };

if (require.main === module)
  for (const [suite, expression] of Object.entries(presentSelection())) console.log(`${suite}\t${expression}`);
