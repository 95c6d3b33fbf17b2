import { describe, expect, it } from '@jest/globals';
import { UnreadableSource } from '../../parsed-file.js';
import { parseJavaScript } from './parse-javascript.js';

const parsed = (source: string, path = 'a.js') => parseJavaScript(path, 'javascript', source);

describe('scripts with syntax errors', () => {
  it('are refused where no statement is recognized', () => {
    expect(() => parsed(`  ${'({\n'.repeat(20)}`)).toThrow(UnreadableSource);
  });

  it.each([
    ['an unterminated template', 'const a = 1;\n`b ${a} c', 2],
    ['a statement that cannot be read', 'foo();\nconst a = = 1;\nfunction f() {\n  return ;\n}', 2],
    ['words that are not a statement', 'foo();\nhello world;\nbar();', 2],
    ['two statements on one line', 'const a = 1 const b = 2;', 1],
    ['a reserved word as a name', 'foo();\n\nvar class = 1;', 3],
  ])('report the line of the error: %s', (_, source, line) => {
    const { problem, module } = parsed(source);
    expect(problem).toBe(`syntax error at line ${line}`);
    expect(module.body.length).toBeGreaterThan(0);
  });
});

describe('valid scripts', () => {
  it.each([
    ['a name that is exported twice', 'const a = 1; export { a }; export { a };'],
    ['an export of an undeclared name', 'export { a };'],
    ['syntax of non-strict scripts', 'var a = 010; with (a) {} delete a;'],
    ['names that are reserved in modules', 'var package = require("./a"); var yield = 1; yield = package;'],
    ['explicit resource management', 'using a = b(); await a;'],
    ['Flow types', 'type A = string;\nexport const b = 1;'],
    ['JSX elements', '#!/usr/bin/env node\nconst a = <b>c d</b>;'],
  ])('have no problem: %s', (_, source) => {
    expect(parsed(source).problem).toBeUndefined();
  });

  it('are read as the dialect that they are written in', () => {
    const { body } = parsed('type A = string;\nconst b = 1;').module;
    expect(body.map(({ kind }) => kind)).not.toContain('expression');
  });
});
