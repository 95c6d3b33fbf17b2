import { expect, it } from '@jest/globals';
import { ServerUsers } from '../../../../src/hub/gate/version-news/server-users.js';
import { CI_PATH, uniqueName } from '../../../support/ci-gate.js';
import { useOutbound } from '../../../support/outbound-webhooks.js';

const o = await useOutbound();

const UNKNOWN = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Built-in rule: unknown server or version',
};

it('an evaluation that fails is an event with what was denied; one that passes is none', async () => {
  const webhook = await o.webhook({ events: ['gate.failed'] });
  const token = await o.hub.actors.serviceToken(webhook.orgId, [`ci:org:${webhook.orgId}`]);
  const name = uniqueName('known');
  const [mcp] = await o.hub.t.rows<{ id: string }>(
    `INSERT INTO mcp (id, name, name_key, repo_url, repo_key, visibility, origin, created_at, updated_at)
     VALUES (gen_random_uuid(), $1, $1, 'https://github.com/a/b', 'github.com/a/b', 'public', 'community', now(), now())
     RETURNING id`,
    [name],
  );
  const evaluate = async (...names: string[]) =>
    (
      await token.post(CI_PATH, {
        org_id: webhook.orgId,
        environment: 'production',
        mcps: names.map((each) => ({ name: each, version: 'latest' })),
      })
    ).body;
  const failed = await evaluate(name, 'nobody/nothing');
  await o.deliver();
  expect(o.received(webhook).map(({ body }) => [body.type, body.data])).toEqual([
    [
      'gate.failed',
      {
        evaluation_id: failed.evaluation_id,
        environment: 'production',
        token_id: token.id,
        servers: 2,
        denied: 2,
        policies_applied: 0,
        denied_servers: [
          {
            name,
            version: 'latest',
            reason: 'the server has no such version',
            matched_policy: UNKNOWN,
          },
          {
            name: 'nobody/nothing',
            version: 'latest',
            reason: 'there is no such server in the catalog',
            matched_policy: UNKNOWN,
          },
        ],
      },
    ],
  ]);
  const users = o.hub.t.app.get(ServerUsers, { strict: false });
  expect(await users.find(mcp?.id ?? '', null, 10)).toEqual([webhook.orgId]);
  await o.hub.t.rows(`UPDATE evaluated_mcp SET evaluated_at = now() - interval '92 days'`);
  expect(await users.find(mcp?.id ?? '', null, 10)).toEqual([]);
  await evaluate(name);
  expect(await users.find(mcp?.id ?? '', null, 10)).toEqual([webhook.orgId]);
});
