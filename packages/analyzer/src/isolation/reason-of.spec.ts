import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { reasonOf } from './reason-of.js';

const failed = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code, syscall: 'open', path: '/a/b' });

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('reasonOf', () => {
  it.each([
    ['EACCES', 'there is no permission to do that'],
    ['EISDIR', 'it is a folder, not a file'],
    ['ENOENT', 'there is no such file or folder'],
    ['ENOSPC', 'no space is left'],
    ['ENOTDIR', 'a part of the path is a file, not a folder'],
  ])('describes %s without the path', (code, words) => {
    expect(reasonOf(failed(code, `${code}: said otherwise, open '/a/b'`))).toBe(words);
  });

  it('removes code and path from other system errors', () => {
    expect(reasonOf(failed('EIO', "EIO: i/o error, open '/a/b, c'"))).toBe('i/o error');
    expect(reasonOf(failed('EBUSY', 'EBUSY: resource busy or locked, read'))).toBe('resource busy or locked');
  });

  it('recognizes the errors of this system', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcp-reason-'));
    expect(reasonOf(thrownBy(() => readFileSync(folder)))).toBe('it is a folder, not a file');
    expect(reasonOf(thrownBy(() => readFileSync(join(folder, 'x'))))).toBe('there is no such file or folder');
  });

  it('leaves other errors unchanged', () => {
    expect(reasonOf(new Error('a, b c'))).toBe('a, b c');
    expect(reasonOf('text')).toBe('text');
  });
});
