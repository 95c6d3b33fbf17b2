import { beforeAll, describe, expect, it } from '@jest/globals';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { useHub } from '../../../support/suite.js';

let org: { id: string; owner: HubUserActor };
const { t, actors } = await useHub();
const LEVEL = { action: 'WARN', target_type: 'CERT_LEVEL', target_value: 'min:1', priority: 1 };

beforeAll(async () => {
  org = await actors.organization();
  for (const name of ['Zoë Ägidius', 'Ada Lovelace', 'Grace Hopper']) {
    const member = await actors.member(org.id, 'MEMBER');
    await t.rows('UPDATE hub_user SET name = $2 WHERE id = $1', [member.id, name]);
  }
  for (const [name, description] of [
    ['Levels of production', 'Certified servers only'],
    ['Age', 'Production waits for two days'],
  ]) {
    await org.owner.post(`/api/v1/orgs/${org.id}/policies`, { ...LEVEL, name, description });
    await org.owner.post(`/api/v1/orgs/${org.id}/tokens`, { name, description, scopes: ['read:public'] });
  }
});

describe.each([
  ['members', 'Lovelace ADA', ['Ada Lovelace']],
  ['members', 'ZOE\u0308 ägid', ['Zoë Ägidius']],
  ['members', 'Ada Hopper', []],
  ['policies', 'certified levels', ['Levels of production']],
  ['policies', 'ＰＲＯＤＵＣＴＩＯＮ', ['Levels of production', 'Age']],
  ['tokens', 'days two age', ['Age']],
  ['tokens', 'production', ['Age', 'Levels of production']],
  ['tokens', '100%_', []],
] as const)('GET /api/v1/orgs/{orgId}/%s?q=', (list, q, names) => {
  it(`${q} finds ${names.join(' and ') || 'nothing'}`, async () => {
    const path = `/api/v1/orgs/${org.id}/${list}`;
    const { status, body } = await org.owner.get(`${path}?q=${encodeURIComponent(q)}`);
    expect([status, body.total]).toEqual([200, names.length]);
    expect((body[list] as { name: string }[]).map(({ name }) => name)).toEqual(names);
    const { body: everything } = await org.owner.get(path);
    expect((await org.owner.get(`${path}?q=%20`)).body).toEqual(everything);
  });

  it('is bounded', async () => {
    const { status, body } = await org.owner.get(`/api/v1/orgs/${org.id}/${list}?q=${'x'.repeat(201)}`);
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^q must be/)]);
  });
});
