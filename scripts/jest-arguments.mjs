/** What Node.js is given to run Jest on the tests as they are written, as in `npm test`. */
export const JEST = ['--import', './test/support/runner/register.mjs', 'node_modules/jest/bin/jest.js'];
