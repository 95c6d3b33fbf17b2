/** The Node.js arguments that run Jest on the TypeScript tests, as in `npm test`. */
export const JEST = ['--import', './test/support/runner/register.mjs', 'node_modules/jest/bin/jest.js'];
