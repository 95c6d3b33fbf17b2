import type { SourceFiles } from '../source-files.js';
import { goImports } from './imports.js';

export const GO_SOURCES: SourceFiles = {
  extensions: { go: 'go' },
  programs: [],
  tests: [/_test\.go$/],
  runners: [],
  testsItself: true,
  imports: goImports,
};
