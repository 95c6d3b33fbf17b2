import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SecretBox } from './secret-box.js';

const boxWith = (secretKey?: string): SecretBox =>
  new SecretBox({ outboundWebhooks: { trustedOrigins: [], ...(secretKey !== undefined && { secretKey }) } });
const aBox = (): SecretBox => boxWith(randomBytes(32).toString('base64url'));

describe('an encrypted secret', () => {
  it('is opened for its webhook only', () => {
    const box = aBox();
    const sealed = box.seal('whsec_abc', 'one');
    expect(sealed.includes('whsec_abc')).toBe(false);
    expect([box.open(sealed, 'one'), box.open(sealed, 'other')]).toEqual(['whsec_abc', undefined]);
  });

  it('is not opened with another key, without one, or when it is damaged', () => {
    const box = aBox();
    const sealed = box.seal('whsec_abc', 'one');
    const damaged = Buffer.from(sealed.map((byte, index) => (index === 30 ? byte ^ 1 : byte)));
    expect([
      aBox().open(sealed, 'one'),
      boxWith().open(sealed, 'one'),
      box.open(damaged, 'one'),
      box.open(Buffer.alloc(0), 'one'),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('cannot be made without a key', () => {
    expect(() => boxWith().seal('whsec_abc', 'one')).toThrow(/OUTBOUND_WEBHOOKS_SECRET_KEY/);
  });
});
