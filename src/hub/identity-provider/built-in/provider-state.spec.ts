import { describe, expect, it } from '@jest/globals';
import { ProviderState } from './provider-state.js';

describe('the state of the built-in provider', () => {
  let now = 0;
  const state = new ProviderState(3, () => now);
  const codes = state.adapterOf('AuthorizationCode');

  it('expires', async () => {
    await codes.upsert('a', { clientId: 'hub' }, 60);
    now = 59_999;
    expect(await codes.find('a')).toEqual({ clientId: 'hub' });
    now = 60_000;
    expect(await codes.find('a')).toBeUndefined();
  });

  it('is separate for each model', async () => {
    await codes.upsert('b', {}, 60);
    expect(await state.adapterOf('Session').find('b')).toBeUndefined();
  });

  it('is marked as consumed', async () => {
    await codes.upsert('c', {}, 60);
    await codes.consume('c');
    expect(await codes.find('c')).toEqual({ consumed: 60 });
    await codes.consume('unknown');
  });

  it('is deleted with its grant or by its id', async () => {
    await codes.upsert('d', { grantId: 'g' }, 60);
    await codes.upsert('e', { grantId: 'h' }, 60);
    await codes.revokeByGrantId('g');
    expect([await codes.find('d'), await codes.find('e')]).toEqual([undefined, { grantId: 'h' }]);
    await codes.destroy('e');
    expect(await codes.find('e')).toBeUndefined();
  });

  it('is found by its uid', async () => {
    const sessions = state.adapterOf('Session');
    await sessions.upsert('s', { uid: 'u' }, 60);
    expect(await sessions.findByUid('u')).toEqual({ uid: 'u' });
    expect(await sessions.findByUid('v')).toBeUndefined();
  });

  it('is bounded: the oldest entries are evicted', async () => {
    for (const id of ['1', '2', '3', '4']) await codes.upsert(id, {}, 60);
    const kept = await Promise.all(['1', '2', '3', '4'].map((id) => codes.find(id)));
    expect(kept).toEqual([undefined, {}, {}, {}]);
  });
});
