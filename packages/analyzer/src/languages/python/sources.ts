import type { SourceFiles } from '../source-files.js';
import { pythonImports } from './imports.js';

export const PYTHON_SOURCES: SourceFiles = {
  extensions: { py: 'python' },
  programs: [[/^(?:python|pypy)[0-9.]*$/, 'python']],
  tests: [/^test_.*\.py$/, /_test\.py$/, /^conftest\.py$/],
  runners: [/^(?:noxfile|tasks|dodo|fabfile|setup)\.py$/],
  testsItself: false,
  imports: pythonImports,
};
