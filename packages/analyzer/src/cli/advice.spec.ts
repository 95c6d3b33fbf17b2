import { describe, expect, it } from '@jest/globals';
import { incompleteAnalysis } from '../analysis/analyze.js';
import { adviceOn, formatProblemOf } from './advice.js';

const tar = Buffer.alloc(512);
tar.write('ustar', 257);

describe('formatProblemOf', () => {
  it.each([
    ['an empty file', Buffer.alloc(0), 'it is empty'],
    ['a text file', Buffer.from('hello\n'), 'gzip expected'],
    ['a zip', Buffer.from('PK\u0003\u0004'), undefined],
    ['a tar', tar, 'it is a tar without gzip, gzip expected'],
    ['a gzip', Buffer.from([0x1f, 0x8b, 8]), undefined],
  ])('recognizes %s', (_what, head, expected) => {
    expect(formatProblemOf(head)).toBe(expected);
  });
});

describe('adviceOn', () => {
  const gzip = Buffer.from([0x1f, 0x8b, 8]);

  it('names the option of a limit', () => {
    const reason = 'the analysis did not end within 1 s';
    expect(adviceOn({ kind: 'stopped', limit: 'time', reason }, '.', undefined)).toBe(
      'the analysis did not end within 1 s; --timeout gives it more',
    );
  });

  it('suggests --debug and a bug report after a crash', () => {
    const reason = 'the analysis ended by itself (SIGSEGV)';
    expect(adviceOn({ kind: 'stopped', reason, errors: '' }, '.', undefined)).toBe(
      'the analysis ended by itself (SIGSEGV); --debug shows what it wrote; please report it',
    );
  });

  it('suggests a path with source code when there is none', async () => {
    expect(adviceOn({ kind: 'done', analysis: await incompleteAnalysis('') }, '.', undefined)).toBe(
      '. holds no files that could be analyzed; give a folder with source code, what `npm pack` made, or an MCP bundle (.mcpb)',
    );
  });

  it('distinguishes a broken archive from a refused one', () => {
    const broken = { kind: 'refused', reason: 'The archive is not gzip, or broken: unexpected end' } as const;
    expect(adviceOn(broken, 'a.tgz', gzip)).toContain(
      'a.tgz is broken, or no packed package: unexpected end;',
    );
    const pipe = { kind: 'refused', reason: 'The archive holds a named pipe: b' } as const;
    expect(adviceOn(pipe, 'a.tgz', gzip)).toBe('a.tgz is refused: The archive holds a named pipe: b');
  });
});
