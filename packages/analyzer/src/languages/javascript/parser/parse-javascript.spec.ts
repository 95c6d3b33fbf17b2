import { describe, expect, it } from '@jest/globals';
import { UnreadableSource } from '../../parsed-file.js';
import { parseJavaScript } from './parse-javascript.js';

const parsed = (source: string, path = 'a.js') => parseJavaScript(path, 'javascript', source);

describe('scripts that cannot be read', () => {
  it.each([
    ['in the middle of a template', 'const a = 1;\n`b ${a} c'],
    ['at the end of a block', 'function f() {\n'],
  ])('are refused: %s', (_, source) => {
    expect(() => parsed(source)).toThrow(UnreadableSource);
  });

  it.each([
    ['words that are no statement', 'foo();\nhello world;\nbar();', 2],
    ['two statements on one line', 'const a = 1 const b = 2;', 1],
    ['a word that is no name', 'foo();\n\nvar class = 1;', 3],
  ])('say where a guess was made: %s', (_, source, line) => {
    const { problem, module } = parsed(source);
    expect(problem).toBe(`syntax error at line ${line}`);
    expect(module.body.length).toBeGreaterThan(0);
  });
});

describe('scripts that can be read', () => {
  it.each([
    ['a name that is exported twice', 'const a = 1; export { a }; export { a };'],
    ['a name that is exported and not declared', 'export { a };'],
    ['numbers as they were written once', 'var a = 010; with (a) {} delete a;'],
    ['names that modules may not have', 'var package = require("./a"); var yield = 1; yield = package;'],
    ['what is given back at the end', 'using a = b(); await a;'],
    ['types of flow', 'type A = string;\nexport const b = 1;'],
    ['elements', '#!/usr/bin/env node\nconst a = <b>c d</b>;'],
  ])('have no problem: %s', (_, source) => {
    expect(parsed(source).problem).toBeUndefined();
  });

  it('are read as the dialect that they are written in', () => {
    const { body } = parsed('type A = string;\nconst b = 1;').module;
    expect(body.map(({ kind }) => kind)).not.toContain('expression');
  });
});
