/**
 * How TypeScript becomes JavaScript, in dist/ and in the tests alike. Decorators and their metadata are what Nest,
 * TypeORM and class-validator read; types are checked by `npm run types` alone.
 *
 * @type {import('@swc/core').Options}
 */
export const SWC_OPTIONS = {
  swcrc: false,
  configFile: false,
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', decorators: true },
    // `with { type: 'json' }`, without which Node.js refuses JSON.
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
