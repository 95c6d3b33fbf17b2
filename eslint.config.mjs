import eslint from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const NO_ENVIRONMENT = {
  object: 'process',
  property: 'env',
  message: 'Only src/config reads the environment: inject APP_CONFIG.',
};

export default tseslint.config(
  { ignores: ['dist/**', 'data/**', 'coverage/**', 'node_modules/**'] },
  eslint.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  prettier,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
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
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    // class-validator and TypeORM fill these in.
    files: ['src/**/*.dto.ts', 'src/**/*.entity.ts'],
    rules: { '@typescript-eslint/no-inferrable-types': 'off' },
  },
  {
    files: ['src/config/**', 'test/**', 'bench/**', 'scripts/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['src/storage/database/migrations/**', 'test/**', 'bench/**', '**/*.spec.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        require: 'readonly',
        URL: 'readonly',
      },
      parserOptions: { projectService: false },
    },
  },
  { files: ['scripts/check-runtime.cjs'], rules: { 'no-var': 'off' } },
);
