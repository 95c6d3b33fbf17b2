import { describe, expect, it } from '@jest/globals';
import { newWebhookSecret, signatureHeader } from './webhook-signature.js';

// From the tests of the reference implementations of Standard Webhooks.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const MESSAGE = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' };
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

describe('a signature', () => {
  it('is that of the reference implementations', () => {
    expect(signatureHeader([SECRET], MESSAGE)).toBe(SIGNATURE);
  });

  it('is there for each secret', () => {
    const [first, second, ...more] = signatureHeader([newWebhookSecret(), SECRET], MESSAGE).split(' ');
    expect(first).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    expect([second, more]).toEqual([SIGNATURE, []]);
  });
});

describe('a new secret', () => {
  it('has 32 random bytes', () => {
    const secret = newWebhookSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newWebhookSecret()).not.toBe(secret);
  });
});
