import eslint from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const NODE_GLOBALS = [
  'Buffer',
  'TextDecoder',
  'URL',
  '__dirname',
  'clearTimeout',
  'console',
  'fetch',
  'module',
  'performance',
  'process',
  'require',
  'setTimeout',
];

const NO_ENVIRONMENT = {
  object: 'process',
  property: 'env',
  message: 'Only src/config reads the environment: inject APP_CONFIG.',
};

// Words of our own for things that have names in the field.
const COINED_NAMES = [
  'begin',
  'begun',
  'told',
  'standing',
  'standings',
  'Standing',
  'welcome',
  'vouches',
  'Neutral',
  'Placed',
  'Recent',
  'SingleRun',
  'Turns',
];

const MODULE_STATE = 'State of a module outlives the analysis: keep it in the run.';

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'packages/*/dist/**',
      'packages/*/types/**',
      'data/**',
      'coverage/**',
      'node_modules/**',
      'packages/analyzer/test/corpus/**',
      'packages/analyzer/test/servers/**',
      // Mistakes on purpose.
      'examples/**',
      // Compiled by a test, against types that it generates.
      'test/journeys/clients/**',
    ],
  },
  eslint.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  prettier,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'id-denylist': ['error', ...COINED_NAMES],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', { max: 6 }],
      'no-restricted-properties': ['error', NO_ENVIRONMENT],
      // Nest modules are classes that carry metadata and nothing else.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // The members of tables are read by key here; the compiler asks for brackets nowhere.
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/consistent-type-imports': 'off',
      // DTO classes describe shapes for validation and OpenAPI; responses are plain objects of those shapes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // The state of an analysis belongs to its run: engine/run-state.ts, or objects that a rule creates per analysis.
    files: ['packages/analyzer/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'Program > VariableDeclaration[kind="let"]', message: MODULE_STATE },
        {
          selector: 'Program > VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^Weak/]',
          message: MODULE_STATE,
        },
      ],
    },
  },
  {
    // class-validator and TypeORM fill these in.
    files: ['src/**/*.dto.ts', 'src/**/*.entity.ts'],
    rules: { '@typescript-eslint/no-inferrable-types': 'off' },
  },
  {
    files: [
      'jest.config.mjs',
      'src/config/**',
      'test/**',
      'bench/**',
      'scripts/**',
      'packages/*/{test,bench}/**',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: [
      'src/storage/database/migrations/**',
      'test/**',
      'bench/**',
      'packages/*/{test,bench}/**',
      '**/*.spec.ts',
    ],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    // Responses of every shape are inspected here; their types are what is being tested.
    files: ['test/**', 'packages/*/test/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      globals: Object.fromEntries([...NODE_GLOBALS].map((name) => [name, 'readonly'])),
      parserOptions: { projectService: false },
    },
  },
  {
    files: ['bin/*.cjs', 'scripts/*.cjs', 'packages/*/bin/*.cjs'],
    rules: { 'no-var': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
);
