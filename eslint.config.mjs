import eslint from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** The folders of src in their one line of dependence: a folder imports only what stands to its left. */
const FOLDERS = [
  'contract',
  'database',
  'common',
  'accounts',
  'audit',
  'auth',
  'notices',
  'pipelines',
  'leads',
  'metrics',
  'automations',
  'imports',
  'admin',
  'console',
  'reference',
];

/** The rooms of src/leads, in theirs. */
const ROOMS = ['record', 'deals', 'intake', 'held', 'reading', 'people', 'staff'];

/** What a folder may not import: those to its right, and the files that put all of them together. */
const orderOf = (root, up, names, whole) =>
  names.map((name, index) => ({
    files: [`${root}/${name}/**/*.ts`],
    ignores: ['**/*.spec.ts'],
    regex: `^${up}(${[...whole, ...names.slice(index + 1).map((right) => `${right}/`)].join('|')})`,
  }));

/** ESLint gives a file the options of the last entry that fits, so a room has those of its folder too. */
const FOLDER_ORDER = orderOf('src', '(\\.\\./)+', FOLDERS, ['app\\.', 'main']);
const ROOM_ORDER = orderOf('src/leads', '\\.\\./', ROOMS, ['leads\\.']);
const LEADS = FOLDER_ORDER[FOLDERS.indexOf('leads')];

const importOrder = [...FOLDER_ORDER.map((one) => [one]), ...ROOM_ORDER.map((one) => [one, LEADS])].map((rules) => ({
  files: rules[0].files,
  ignores: rules[0].ignores,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: rules.map(({ regex }) => ({
          regex,
          message: 'A folder imports only the folders to its left (docs/architecture.md).',
        })),
      },
    ],
  },
}));

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.data/', 'coverage/'] },
  eslint.configs.recommended,
  {
    files: ['**/*.{ts,mts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      // `async` without `await` keeps a method's errors in its promise.
      '@typescript-eslint/require-await': 'off',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
    },
  },
  {
    // What a caller sends is read in a time that grows with its length, not with the square of it.
    files: ['src/**/*.ts', 'console/**/*.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false, ignoreSticky: false }],
    },
  },
  {
    files: ['**/*.spec.ts', 'migrations/**/*.ts', 'test/**/*.ts'],
    rules: { 'max-lines-per-function': 'off', 'max-lines': 'off' },
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
    files: ['**/*.js', '**/*.cjs', 'docs/**/*.mjs', 'scripts/**/*.mjs'],
    languageOptions: {
      globals: {
        AbortSignal: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        module: 'writable',
        process: 'readonly',
        require: 'readonly',
        setInterval: 'readonly',
        setTimeout: 'readonly',
      },
    },
  },
  ...importOrder,
);
