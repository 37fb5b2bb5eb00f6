// Which parts of the longer suites `.ci/run` runs beside `npm test`: `node .ci/suites.cjs` prints them for the present change.
// The change is everything since the commit that `.ci/base` names, also what is not committed. CI_FULL=1 runs everything.
const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');

const ALL = '';

/** The suites: what each runs is a choice of its files, by the beginnings of their names; `ALL` are all. */
const EVERYTHING = { services: ALL, postgres: ALL, browser: ALL, document: ALL };

/** What stands for everything, within the twelve minutes of a run: the first steps, the start, and each kind of page. */
const CORE = {
  services:
    'documented|events|first-steps|form-page|own-database|readiness|roles|schema|spreadsheet|start|strangers|trips|units',
  postgres: ALL,
  browser: 'accessibility|board\\.|clicks|day\\.|import\\.|keyboard|lead|list|owner|walk-through',
  document: ALL,
};

/** The most subjects, rows that a change meets, whose own files are run. A wider change runs the core. */
const MOST_SUBJECTS = 6;

/** What a changed path may break beyond `npm test`. Every row that fits counts; a path that fits none counts as the core. */
const ROWS = [
  [/^(migrations|scripts|test\/support)\/|^\.ci\/(?!base$)|^src\/(app|common|config|contract|database)\//, CORE],
  [/^(package(-lock)?\.json|\.npmrc|\.swcrc|tsconfig.*|nest-cli\.json|jest\.config\.js|src\/[\w.-]+\.ts)$/, CORE],
  [/^src\/common\/rate-limit\//, { services: 'redis|shared-limits' }],
  [/^src\/database\/embedded\//, { services: 'embedded|own-database' }],

  [/^src\/.*\.(controller|dto|texts)\.ts$|^src\/reference\/|^tools\/(redocly\/|run\.mjs)/, { document: ALL }],
  [/^src\/.*\.(queries|entity|view|service)\.ts$/, { postgres: ALL }],
  [/^src\/accounts\//, { browser: 'owner|sessions|site-domains|team', services: 'first-steps' }],
  [/^src\/admin\//, { browser: 'owner|walk-through', services: 'documented-commands|first-steps' }],
  [/^src\/audit\//, { browser: 'owner' }],
  [
    /^src\/auth\//,
    { browser: 'owner|refusals|rights|session|team', services: 'first-steps|mail|redis|shared-limits|trips' },
  ],
  [/^src\/automations\//, { browser: 'pipelines' }],
  [/^src\/commands\//, { services: 'documented-commands|first-steps|image|migrate|move|start' }],
  [/^src\/console\//, { browser: 'accessibility|media|owner|reference', services: 'image|proxy' }],
  [/^src\/events\//, { browser: 'events|shared-board', services: 'events|proxy' }],
  [/^src\/imports\//, { browser: 'import|walk-through', services: 'documented-commands|spreadsheet' }],
  [
    /^src\/leads\//,
    {
      browser: 'board|clicks|day|held|lead|list|money|people|responsible',
      services: 'form-page|quick-start|sync-recipe|trips',
    },
  ],
  [/^src\/members\//, { browser: 'responsible|rights|team' }],
  [/^src\/metrics\//, { browser: 'leads-by-source|metrics|money' }],
  [/^src\/(accounts\/(mails\/|notifications\.)|notices\/)/, { browser: 'notifications', services: 'mail' }],
  [/^src\/operations\//, { services: 'alerts|few|poolers|read-only|readiness|start|units' }],
  [/^src\/pipelines\//, { browser: 'board|pipelines|shared-board' }],
  [/^src\/reference\/|^reference\//, { browser: 'accessibility|reference' }],
  [/^src\/sources\//, { browser: 'forms|source|walk-through', services: 'form-page|proxy' }],
  [/^src\/workspace\//, { browser: 'board|clicks|day|list|shared-board' }],

  [/^console\/(?!pages\/)/, { browser: CORE.browser, services: 'image' }],
  [/^console\/pages\/access\//, { browser: 'accessibility|owner|sessions|site-domains|walk-through' }],
  [
    /^console\/pages\/start\//,
    { browser: 'accessibility|contact-form|walk-through', services: 'first-steps|form-page' },
  ],
  [/^console\/pages\/(activities|agenda|day)\//, { browser: 'accessibility|clicks|day|lead|message' }],
  [/^console\/pages\/board\//, { browser: 'accessibility|board|clicks|money|shared-board' }],
  [/^console\/pages\/held\//, { browser: 'accessibility|held|sources' }],
  [/^console\/pages\/sources\//, { browser: 'accessibility|sources|walk-through', services: 'image' }],
  [/^console\/pages\/imports\//, { browser: 'accessibility|import|walk-through' }],
  [/^console\/pages\/keys\//, { browser: 'accessibility|owner|refusals|walk-through' }],
  [
    /^console\/pages\/(leads|people)\//,
    { browser: 'accessibility|clicks|day|lead|list|message|money|palette|people|responsible' },
  ],
  [/^console\/pages\/search\//, { browser: 'accessibility|clicks|palette' }],
  [/^console\/pages\/metrics\//, { browser: 'accessibility|leads-by-source|metrics|money' }],
  [/^console\/pages\/notifications\//, { browser: 'accessibility|notifications' }],
  [/^console\/pages\/pipelines\//, { browser: 'accessibility|message|pipelines' }],
  [/^console\/pages\/team\//, { browser: 'accessibility|responsible|rights|team' }],

  [
    /^ops\/|^compose\.yml$/,
    { services: 'alerts|backup|blocking|compose|documented|migrate|poolers|proxy|readiness|roles|systemd|units' },
  ],
  [/^(Dockerfile|\.dockerignore|exec\.cmd)$/, { services: 'image|compose|start' }],
  [/^\.env\.example$/, { services: 'compose|image' }],
  [
    /^docs\/(imports|operations|scaling)\.md$|^README\.md$/,
    { services: 'backup|blocking|compose|documented|image|migrate|move|proxy|read-only|redis-rights|standby|systemd' },
  ],
  [
    /^docs\/quick-start/,
    { browser: 'contact-form', services: 'documented|first-steps|form-page|quick-start|spreadsheet|sync-recipe' },
  ],
  [/^docs\/pt\//, { services: 'documented' }],
  [/^docs\/|^(CHANGELOG|SECURITY)\.md$|^\.ci\/base$/, {}],

  [/^test\/services\/support\//, { services: CORE.services }],
  [/^test\/browser\/support\//, { browser: CORE.browser }],
  [/^test\/fault\/support\//, CORE],
  [/^test\/(owner|partner|operator|promises|long|fault|citus|timing)\/|^(bench|tools)\/|^src\/.*\.spec\.ts$/, {}],
  [/^test\/generators\//, { document: ALL }],
  [/^(eslint\.config\.mjs|\.prettier.*|\.gitignore)$/, {}],
];

/** A changed test of a suite runs itself. */
const OF_SUITE = /^test\/(services|browser)\/([\w-]+)\.[\w-]+-spec\.ts$/;

function partsOf(path) {
  const [, suite, name] = OF_SUITE.exec(path) ?? [];
  if (suite) return [{ [suite]: `${name}\\.` }];
  const parts = ROWS.filter(([pattern]) => pattern.test(path)).map(([, broken]) => broken);
  return parts.length > 0 ? parts : [CORE];
}

const expressionOf = (names) => (names.has(ALL) ? ALL : `/(${[...names].join('|')})[^/]*$`);

/** Returns for each suite that the changed paths may break an expression of jest for the paths of its files. */
function selectionOf(paths) {
  const broken = [...new Set(paths.flatMap(partsOf))].filter((part) => Object.keys(part).length > 0);
  const words = {};
  for (const part of broken.length > MOST_SUBJECTS ? [CORE] : broken) {
    for (const [suite, names] of Object.entries(part)) (words[suite] ??= new Set()).add(names);
  }
  return Object.fromEntries(Object.entries(words).map(([suite, names]) => [suite, expressionOf(names)]));
}

function changedPaths() {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const base = readFileSync(`${__dirname}/base`, 'utf8').trim();
  git('merge-base', '--is-ancestor', base, 'HEAD');
  return [...git('diff', '--name-only', '--no-renames', base), ...git('ls-files', '--others', '--exclude-standard')];
}

function presentSelection() {
  if (process.env.CI_FULL === '1') return EVERYTHING;
  try {
    return selectionOf(changedPaths());
  } catch (error) {
    console.error(`The core runs, for the change is not known: ${error.message}`);
    return selectionOf(['']);
  }
}

module.exports = { ROWS, selectionOf };

if (require.main === module)
  for (const [suite, expression] of Object.entries(presentSelection())) console.log(`${suite}\t${expression}`);
