import { isMinified } from '../../files/text-shape.js';
import type { SourceFiles } from '../source-files.js';
import { builtTwins } from './files/built-twins.js';
import { unfold } from './files/unfold.js';
import { scriptImports } from './imports.js';

export const JAVASCRIPT_SOURCES: SourceFiles = {
  extensions: {
    ts: 'typescript',
    tsx: 'typescript',
    mts: 'typescript',
    cts: 'typescript',
    js: 'javascript',
    mjs: 'javascript',
    cjs: 'javascript',
    jsx: 'javascript',
  },
  programs: [
    [/^(?:node|nodejs|bun|deno)$/, 'javascript'],
    [/^(?:tsx|ts-node|ts-node-esm)$/, 'typescript'],
  ],
  declarations: /\.d\.[mc]?ts$/i,
  tests: [/\.(?:test|spec|e2e|e2e-spec|cy)\.[mc]?[jt]sx?$/],
  runners: [/\.(?:config|setup|workspace)\.[cm]?[jt]sx?$/],
  testsItself: false,
  isMinified: (path, bytes) => /\.min\.[mc]?js$/i.test(path) || isMinified(bytes),
  unfold,
  maxParsedBytes: 10 * 1024 * 1024,
  importedName: { before: '\\b(?:from|import|require)\\s*\\(?\\s*["\'`]', after: '(?=["\'`/])' },
  describedInYaml: true,
  imports: scriptImports,
  twins: builtTwins,
};
