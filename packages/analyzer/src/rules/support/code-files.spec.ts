import { describe, expect, it } from '@jest/globals';
import { isCodeFile, isCodeOrData, isScriptFile } from './code-files.js';

describe('the extension of a path', () => {
  it.each([
    ['a.ts', [true, true, true]],
    ['b/a.mjs', [true, true, true]],
    ['a.tsx', [true, true, true]],
    ['a.py', [false, true, true]],
    ['a.go', [false, true, true]],
    ['a.yml', [false, false, true]],
    ['pyproject.toml', [false, false, true]],
    ['a.js.map', [false, false, false]],
    ['ts', [false, false, false]],
  ])('%s', (path, expected) => {
    expect([isScriptFile, isCodeFile, isCodeOrData].map((is) => is(path))).toEqual(expected);
  });
});
