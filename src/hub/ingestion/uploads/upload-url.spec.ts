import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { sha256Of } from '../../../common/values/sha256-digest.js';
import { signedQuery, verifiedCapability } from './upload-url.js';

const key = randomBytes(32).toString('base64url');
const uploadId = randomUUID();
const capability = { uploadId, digest: sha256Of('bundle'), maxBytes: 1000, expires: 1_800_000_000 };
const sent = Object.fromEntries(new URLSearchParams(signedQuery(key, capability)));

describe('the URL of an upload', () => {
  it('is verified with the key that signed it', () => {
    expect(verifiedCapability(key, uploadId, sent)).toEqual(capability);
    expect(verifiedCapability(randomBytes(32).toString('base64url'), uploadId, sent)).toBeUndefined();
  });

  it.each([
    ['another digest', { digest: sha256Of('other') }],
    ['a larger size', { max_bytes: '1001' }],
    ['a later end', { expires: '1800000001' }],
    ['a malformed digest', { digest: 'sha256:x' }],
    ['a size in another notation', { max_bytes: '1e3' }],
    ['a size with a leading zero', { max_bytes: '01000' }],
    ['an empty signature', { signature: '' }],
    [
      'a changed signature',
      {
        signature: `${sent['signature']?.startsWith('A') === true ? 'B' : 'A'}${sent['signature']?.slice(1)}`,
      },
    ],
    ['a longer signature', { signature: `${sent['signature']}A` }],
  ])('is not valid with %s', (_what, change) => {
    expect(verifiedCapability(key, uploadId, { ...sent, ...change })).toBeUndefined();
  });

  it.each(['digest', 'max_bytes', 'expires', 'signature'])('is not valid without %s', (name) => {
    const { [name]: _removed, ...rest } = sent;
    expect(verifiedCapability(key, uploadId, rest)).toBeUndefined();
  });

  it('is not valid for another upload', () => {
    expect(verifiedCapability(key, randomUUID(), sent)).toBeUndefined();
  });
});
