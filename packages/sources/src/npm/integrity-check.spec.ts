import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { IntegrityCheck } from './integrity-check.js';

const digest = (algorithm: string, text: string): string =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;

function matches(integrity: string, text: string): boolean | undefined {
  const check = IntegrityCheck.of(integrity);
  check?.update(Buffer.from(text));
  return check?.matches();
}

describe('IntegrityCheck', () => {
  it('compares with the strongest digest', () => {
    expect(matches(digest('sha512', 'a'), 'a')).toBe(true);
    expect(matches(digest('sha512', 'a'), 'b')).toBe(false);
    expect(matches(digest('sha1', 'a'), 'a')).toBe(true);
    expect(matches(`${digest('sha1', 'b')} ${digest('sha512', 'a')}`, 'b')).toBe(false);
    expect(matches(`${digest('sha512', 'c')} ${digest('sha512', 'a')}?opt`, 'a')).toBe(true);
  });

  it('does not know other algorithms', () => {
    expect(IntegrityCheck.of('')).toBeUndefined();
    expect(IntegrityCheck.of('md5-abc=')).toBeUndefined();
  });
});
