import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { StoredProviderState } from '../../../../src/hub/accounts/identity-provider/built-in/stored-provider-state.js';
import { useTestApp } from '../../../support/suite.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

const t = await useTestApp();
const state = t.app.get(StoredProviderState, { strict: false });
const codes = state.adapterOf('AuthorizationCode');
beforeEach(() => t.rows('DELETE FROM built_in_provider_state'));

const count = async (): Promise<number> =>
  Number((await t.rows<{ count: string }>('SELECT count(*) FROM built_in_provider_state'))[0]?.count);

describe('the state of the built-in provider', () => {
  it('expires', async () => {
    await codes.upsert('a', { clientId: 'hub' }, 60);
    expect(await codes.find('a')).toEqual({ clientId: 'hub', jti: 'a' });
    await t.rows(`UPDATE built_in_provider_state SET expires_at = now()`);
    expect(await codes.find('a')).toBeUndefined();
  });

  it('is separate for each model', async () => {
    await codes.upsert('b', {}, 60);
    expect(await state.adapterOf('Interaction').find('b')).toBeUndefined();
  });

  it('is marked as consumed', async () => {
    await codes.upsert('c', {}, 60);
    await codes.consume('c');
    expect(await codes.find('c')).toEqual({ jti: 'c', consumed: expect.any(Number) });
    await codes.consume('unknown');
  });

  it('is deleted with its grant or by its id', async () => {
    await codes.upsert('d', { grantId: 'g' }, 60);
    await codes.upsert('e', { grantId: 'h' }, 60);
    await codes.revokeByGrantId('g');
    expect([await codes.find('d'), await codes.find('e')]).toMatchObject([undefined, { grantId: 'h' }]);
    await codes.destroy('e');
    expect(await codes.find('e')).toBeUndefined();
  });

  it('is bounded for sign-ins, which anyone may begin: the oldest are removed, and nothing of sessions', async () => {
    await t.rows(
      `INSERT INTO built_in_provider_state (kind, id_hash, payload, expires_at)
       SELECT kind, sha256(convert_to(kind || n, 'UTF8')), '{}', now() + n * interval '1 second'
         FROM generate_series(1, 10050) AS n, unnest(ARRAY['Interaction', 'RefreshToken']) AS kind`,
    );
    const interactions = state.adapterOf('Interaction');
    for (let n = 0; n < 100; n += 1) await interactions.upsert(`new-${n}`, {}, 100_000);
    const kept = await count();
    expect(kept).toBeGreaterThanOrEqual(10_050 + 10_000);
    expect(kept).toBeLessThan(10_050 + 10_100);
    expect(await interactions.find('new-99')).toBeDefined();
  });
});

describe('the built-in provider of a read-only server', () => {
  let readOnly: TestApp;
  beforeAll(async () => {
    readOnly = await startTestApp({ READ_ONLY: 'true' });
  });
  afterAll(() => readOnly.close());

  it('begins no sign-in, which would be stored, and still shows its keys', async () => {
    const get = async (path: string): Promise<number> => (await fetch(readOnly.url + path)).status;
    const query = 'client_id=mcp-hub&response_type=code&scope=openid';
    expect(await get(`/oidc/auth?${query}`)).toBe(503);
    expect(await get('/oidc/jwks')).toBe(200);
    expect(await readOnly.rows('SELECT kind FROM built_in_provider_state')).toEqual([]);
  });
});
