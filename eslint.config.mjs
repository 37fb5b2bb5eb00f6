import { readdirSync, readFileSync } from 'node:fs';
import eslint from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** The folders of src in the order of imports: a folder imports only from folders before it. */
const FOLDERS = [
  'contract',
  'config',
  'database',
  'common',
  'accounts',
  'audit',
  'auth',
  'pipelines',
  'leads',
  'notices',
  'members',
  'metrics',
  'automations',
  'imports',
  'sources',
  'workspace',
  'admin',
  'events',
  'operations',
  'console',
  'reference',
  'app',
  'commands',
];

/** The folders of src/leads, in the same kind of order. */
const ROOMS = ['record', 'deals', 'activities', 'intake', 'held', 'reading', 'people'];

/** The folders of console/ and of console/pages, in order. All of them may import the files next to them, except PROGRAM. */
const CONSOLE = ['ui', 'charts', 'pages'];
const SUBJECTS = ['access', 'imports', 'keys', 'metrics', 'notifications', 'pipelines', 'people', 'leads', 'held'];
const PROGRAM = ['app', 'main', 'shell', 'navigation'];

const LEFT = 'A folder imports only the folders to its left (docs/architecture.md).';

/** What a folder may not import: those to its right, and the files that put all of them together. */
const orderOf = (root, up, names, whole) =>
  names.map((name, index) => {
    const others = [...whole, ...names.slice(index + 1).map((right) => `${right}/`)];
    const regex = others.length > 0 ? `^${up}(${others.join('|')})` : '(?!)';
    return { files: [`${root}/${name}/**/*.{ts,tsx}`], regex, message: LEFT };
  });

const FOLDER_ORDER = orderOf('src', '(\\.\\./)+', FOLDERS, ['app\\.', 'main']);
const ROOM_ORDER = orderOf('src/leads', '(\\.\\./)+', ROOMS, ['leads\\.']);
const CONSOLE_ORDER = orderOf('console', '(\\.\\./)+', CONSOLE, PROGRAM);
const SUBJECT_ORDER = orderOf('console/pages', '\\.\\./', SUBJECTS, []);

const ONLY_ITSELF = 'The contract imports nothing but itself: browsers run it.';
const ITSELF = { regex: '^(?!\\./)', message: ONLY_ITSELF };
const ITSELF_FROM_ROOM = { regex: '^(?!\\./|\\.\\./(?!\\.))', message: ONLY_ITSELF };
const CONTRACT = { regex: '/src/(?!contract/)', message: 'Of the service the console imports the contract only.' };

/** ESLint gives a file the options of the last matching entry, so each entry repeats the patterns of the folders around it. */
const restricted = (files, ...patterns) => ({
  files,
  ignores: ['**/*.spec.ts'],
  rules: {
    'no-restricted-imports': ['error', { patterns: patterns.map(({ regex, message }) => ({ regex, message })) }],
  },
});

const importOrder = [
  ...FOLDER_ORDER.map((one) => restricted(one.files, one)),
  restricted(['src/contract/*.ts'], ITSELF),
  restricted(['src/contract/*/*.ts'], ITSELF_FROM_ROOM),
  ...ROOM_ORDER.map((one) => restricted(one.files, one, FOLDER_ORDER[FOLDERS.indexOf('leads')])),
  restricted(['console/**/*.{ts,tsx}'], CONTRACT),
  ...CONSOLE_ORDER.map((one) => restricted(one.files, one, CONTRACT)),
  ...SUBJECT_ORDER.map((one) => restricted(one.files, one, CONSOLE_ORDER[CONSOLE.indexOf('pages')], CONTRACT)),
];

/** The position of a file in both orders. Files outside of the folders may use all of them. */
const positionOf = (path) => {
  const position = FOLDERS.findLastIndex((folder) => path.startsWith(`src/${folder}/`));
  const room = FOLDERS[position] === 'leads' ? ROOMS.indexOf(path.split('/')[2]) : 0;
  return (position < 0 ? FOLDERS.length : position) + (room < 0 ? ROOMS.length : room) / 100;
};

const TABLES = new Map(
  readdirSync('src', { recursive: true })
    .filter((path) => path.endsWith('.entity.ts'))
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/@Entity\('(\w+)'\)/g)].map(([, table]) => [table, positionOf(path)]),
    ),
);

const tablesToTheLeft = {
  create(context) {
    const position = positionOf(context.filename.slice(import.meta.dirname.length + 1).replaceAll('\\', '/'));
    const check = (node, sql) => {
      for (const [, name] of sql.matchAll(/\b(?:from|join|into|update|using)\s+([a-z_]+)\b/g)) {
        if (TABLES.get(name) > position)
          context.report({ node, message: `${name}: ${LEFT.replace('imports', 'names the tables of')}` });
      }
    };
    return {
      TemplateElement: (node) => check(node, node.value.raw),
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
    };
  },
};

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.data/', 'coverage/'] },
  eslint.configs.recommended,
  {
    files: ['**/*.{ts,mts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: ['tsconfig.json', 'console/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      // `async` without `await` keeps a method's errors in its promise.
      '@typescript-eslint/require-await': 'off',
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
    },
  },
  {
    // Their types are known everywhere, because one program checks the service and its tests.
    files: ['{src,migrations}/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-globals': ['error', 'afterEach', 'beforeEach', 'describe', 'expect', 'it', 'jest', 'test'],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    plugins: { tables: { rules: { 'to-the-left': tablesToTheLeft } } },
    rules: { 'tables/to-the-left': 'error' },
  },
  {
    // Reading a caller's input must take time that grows with its length, not with the square of its length.
    files: ['src/**/*.ts', 'console/**/*.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false, ignoreSticky: false }],
    },
  },
  {
    files: ['**/*.spec.ts', 'migrations/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['test/browser/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "CallExpression[callee.name='expect'] > AwaitExpression > CallExpression[callee.property.name=/^(count|evaluate|getAttribute|textContent|inner[A-Z]\\w+|inputValue|is[A-Z]\\w+|all[A-Z]\\w+)$/]",
          message:
            'A single look at a page is a race: wait for it (waitFor), or ask until it settles (support/steps.ts).',
        },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.cjs', '{docs,scripts,tools}/**/*.mjs'],
    languageOptions: {
      globals: {
        AbortSignal: 'readonly',
        Buffer: 'readonly',
        Request: 'readonly',
        Response: 'readonly',
        TextDecoder: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
        __dirname: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        module: 'writable',
        performance: 'readonly',
        process: 'readonly',
        require: 'readonly',
        setInterval: 'readonly',
        setTimeout: 'readonly',
      },
    },
  },
  ...importOrder,
);
