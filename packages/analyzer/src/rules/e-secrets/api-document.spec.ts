import { describe, expect, it } from '@jest/globals';
import { textFile } from '../../../test/support/text-files.js';
import { exampleLines, isApiDocument } from './api-document.js';

describe('an OpenAPI document', () => {
  it.each([
    ['spec/api.json', '{\n  "info": {},\n  "paths": {},\n  "openapi": "3.0.1"\n}'],
    ['spec/api.json', '{"swagger":"2.0","info":{"title":"x"},"paths":{}}'],
    ['spec/api.yaml', 'openapi: 3.1.0\ninfo: {}\npaths: {}'],
    ['spec/api.yml', '# of us\n"swagger": "2.0"\ninfo:\n  title: x\npaths:\n  /a:\n'],
  ])('is %s: %s', (path, text) => {
    expect(isApiDocument(textFile(path, text))).toBe(true);
  });

  it.each([
    ['config.json', '{"openapi": true, "token": "x"}'],
    ['config.json', '{"openapi": "3.0.0", "token": "x"}'],
    ['config.json', '{"openapi": "3.0.0", "info": "x", "paths": "y"}'],
    ['config.json', '{"inner": {"openapi": "3.0.0", "info": {}, "paths": {}}}'],
    ['config.json', '[{"openapi": "3.0.0", "info": {}, "paths": {}}]'],
    ['config.json', '{"openapi": "3.0.0", "info": {}, "paths": {},'],
    ['config.yaml', 'description: see openapi: 3.1.0'],
    ['config.yaml', "token: x\nswagger: '2.0'"],
    ['config.yaml', 'notes: |\n  openapi: 3.1.0\n  info: {}\n  paths: {}\n'],
    ['server.js', 'openapi: 3.1.0\ninfo: {}\npaths: {}'],
  ])('is not %s: %s', (path, text) => {
    expect(isApiDocument(textFile(path, text))).toBe(false);
  });
});

describe('the lines of its examples in YAML', () => {
  it.each([
    ['a: 1\nexample:\n  b: 2\n\n  c: 3\nd: 4\nx-y: 5\ne: 6', [2, 3, 5, 7]],
    ['a:\n  - examples:\n      b: 2\n    c: 3\n  - default: 1\n    d: 2', [2, 3, 5]],
    ['"example":\n- b: 2\n- c: 3\nd: 4', [1, 2, 3]],
    ['a: example\nb: "example: x"', []],
  ])('%s', (text, lines) => {
    expect([...exampleLines(text.split('\n'))]).toEqual(lines);
  });
});
