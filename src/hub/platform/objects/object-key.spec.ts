import { describe, expect, it } from '@jest/globals';
import { sha256Of } from '../../../common/values/sha256-digest.js';
import { objectAddress, objectKey } from './object-key.js';

const OWNER = '0190c2a4-0000-7000-8000-000000000001';
const HEX = sha256Of('a').slice('sha256:'.length);

describe('the key of an object', () => {
  it('names owner, kind and digest, and leads back to them', () => {
    const address = { orgKey: OWNER, kind: 'report', digest: sha256Of('a') } as const;
    const key = objectKey(address);
    expect(key).toBe(`objects/${OWNER}/report/${HEX}`);
    expect(objectAddress(key)).toEqual(address);
  });

  it.each([
    ['an empty one', ''],
    ['another area', `uploads/${OWNER}/report/${HEX}`],
    ['an owner that is no UUID', `objects/acme/report/${HEX}`],
    ['an unknown kind', `objects/${OWNER}/bundle/${HEX}`],
    ['upper-case digits', `objects/${OWNER}/report/${HEX.toUpperCase()}`],
    ['too few digits', `objects/${OWNER}/report/${HEX.slice(1)}`],
    ['a parent folder', `objects/${OWNER}/report/../report/${HEX}`],
  ])('is never %s', (_what, key) => {
    expect(() => objectAddress(key)).toThrow('no object has the key');
  });
});
