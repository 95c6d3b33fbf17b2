import { describe, expect, it } from '@jest/globals';
import { ProviderState } from './provider-state.js';

describe('what the built-in provider remembers', () => {
  let now = 0;
  const state = new ProviderState(3, () => now);
  const codes = state.adapterOf('AuthorizationCode');

  it('ends when its time is over', async () => {
    await codes.upsert('a', { clientId: 'hub' }, 60);
    now = 59_999;
    expect(await codes.find('a')).toEqual({ clientId: 'hub' });
    now = 60_000;
    expect(await codes.find('a')).toBeUndefined();
  });

  it('is kept by kind', async () => {
    await codes.upsert('b', {}, 60);
    expect(await state.adapterOf('Session').find('b')).toBeUndefined();
  });

  it('is marked when it is used', async () => {
    await codes.upsert('c', {}, 60);
    await codes.consume('c');
    expect(await codes.find('c')).toEqual({ consumed: 60 });
    await codes.consume('unknown');
  });

  it('goes with its grant, and by its name', async () => {
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

  it('never takes more room than it has: the oldest go', async () => {
    for (const id of ['1', '2', '3', '4']) await codes.upsert(id, {}, 60);
    const kept = await Promise.all(['1', '2', '3', '4'].map((id) => codes.find(id)));
    expect(kept).toEqual([undefined, {}, {}, {}]);
  });
});
