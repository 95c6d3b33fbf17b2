import { describe, expect, it } from '@jest/globals';
import { inKey, renamedKey } from './value-keys.js';

describe('inKey', () => {
  it.each([
    ['a%normal', 'a$25$normal'],
    ['a.b', 'a$2e$b'],
    ['$a|(b)', '$24$a$7c$$28$b$29$'],
    ['\u{1f600}', '$1f600$'],
    ['user_name2', 'user_name2'],
  ])('escapes the special characters of %s', (name, described) => {
    expect(inKey(name)).toBe(described);
  });

  it('keeps a name apart from one that is its prefix', () => {
    expect(renamedKey(`v1.${inKey('a-b')}`, 'v1.a', 'v2')).toBe('v1.a$2d$b');
    expect(renamedKey('v1.a%same', 'v1.a', 'v2')).toBe('v2%same');
  });
});
