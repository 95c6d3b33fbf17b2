import { describe, expect, it } from '@jest/globals';
import { isApiDocument } from './api-document.js';

const file = (path: string, text: string): Parameters<typeof isApiDocument>[0] => ({
  path,
  role: 'data',
  language: undefined,
  text,
  lines: text.split('\n'),
});

describe('a description of an HTTP interface', () => {
  it.each([
    ['spec/api.json', '{\n  "components": {},\n  "openapi": "3.0.1"\n}'],
    ['spec/api.json', '{"swagger":"2.0"}'],
    ['spec/api.yaml', 'openapi: 3.1.0\ninfo: {}'],
  ])('is %s: %s', (path, text) => {
    expect(isApiDocument(file(path, text))).toBe(true);
  });

  it.each([
    ['config.json', '{"openapi": true, "token": "x"}'],
    ['config.yaml', 'description: see openapi: 3.1.0'],
    ['server.js', 'openapi: 3.1.0'],
  ])('is not %s: %s', (path, text) => {
    expect(isApiDocument(file(path, text))).toBe(false);
  });
});
