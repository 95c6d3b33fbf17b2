/**
 * The compilation of TypeScript, for dist/ and tests alike. Nest, TypeORM and class-validator need decorators and their metadata;
 * types are checked by `npm run types` only.
 * @type {import('@swc/core').Options}
 */
export const SWC_OPTIONS = {
  swcrc: false,
  configFile: false,
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', decorators: true },
    // Keeps `with { type: 'json' }`, which Node.js requires for JSON imports.
    experimental: { keepImportAttributes: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      verbatimModuleSyntax: true,
    },
  },
  module: { type: 'es6' },
};
