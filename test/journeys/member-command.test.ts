import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { HubHome } from '../support/hub-home.js';

const EMAIL = 'leaver@example.com';

let hub: HubHome;
let member: ApiClient;
beforeAll(async () => {
  hub = await HubHome.start({ OUTBOUND_WEBHOOKS_SECRET_KEY: randomBytes(32).toString('base64') });
  const claims = { sub: 'auth0|leaver', email: EMAIL, email_verified: true };
  member = hub.anonymous.as(`Bearer ${await hub.idp.jwt(claims)}`);
  const invitation = await hub.owner.post(`/api/v1/orgs/${hub.orgId}/users/invite`, {
    email: EMAIL,
    role: 'ADMIN',
  });
  await member.get('/api/v1/me');
  await member.post(`/api/v1/me/invitations/${invitation.body.id as string}/accept`);
});
afterAll(() => hub.close());

it('members remove: the owner replaces what it lists with the request that it prints', async () => {
  const tokens = `/api/v1/orgs/${hub.orgId}/tokens`;
  const token = await member.post(tokens, { name: 'theirs', scopes: [`ci:org:${hub.orgId}`] });
  expect([token.status, token.text]).toEqual([201, expect.anything()]);
  const { code, stdout } = await hub.home.command(['members', 'remove', 'acme', EMAIL]);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`${EMAIL} is no longer a member of acme\n`)]);
  expect(stdout).toContain(`service_tokens\t${token.body.id as string}\ttheirs\n`);
  const [, path = ''] = /POST (\/\S+):/.exec(stdout) ?? [];
  const { status, body } = await hub.owner.post(path, {});
  expect([status, body.service_tokens]).toEqual([200, [expect.objectContaining({ name: 'theirs' })]]);
  const read = (secret: string): Promise<{ status: number }> =>
    hub.anonymous.as(`Bearer ${secret}`).get('/api/v1/mcps');
  expect((await read(token.body.token as string)).status).toBe(401);
  expect((await read(body.service_tokens[0].token as string)).status).toBe(200);
});
