// A program as an administrator of an organization might write it, compiled against the types that openapi-typescript generates
// from v1.yaml, in a folder with a copy of it. Prints the gate's verdict on two servers.
import createClient from 'openapi-fetch';
import type { components, paths } from './v1.js';

const [, , baseUrl = '', userToken = '', orgId = '', allowed = '', denied = ''] = process.argv;

/**
 * The data of a response.
 * @throws with the hub's error message
 */
function must<T>({ data, error }: { data?: T | undefined; error?: components['schemas']['HubError'] }): T {
  if (data === undefined) throw new Error(error?.message ?? 'no answer');
  return data;
}

const user = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${userToken}` } });
const path = { orgId };

const invitation = must(
  await user.POST('/api/v1/orgs/{orgId}/users/invite', {
    params: { path },
    body: { email: 'generated@example.com', role: 'MEMBER' },
  }),
);

// Fields with defaults are omitted.
const newPolicy: components['schemas']['CreatePolicyRequest'] = {
  name: 'No low scores',
  action: 'DENY',
  target_type: 'SCORE',
  target_value: 'min:70',
  priority: 10,
};
const policy = must(await user.POST('/api/v1/orgs/{orgId}/policies', { params: { path }, body: newPolicy }));

const { token } = must(
  await user.POST('/api/v1/orgs/{orgId}/tokens', {
    params: { path },
    body: { name: 'pipeline', scopes: [`ci:org:${orgId}`] },
  }),
);

const pipeline = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
const evaluation = must(
  await pipeline.POST('/api/v1/ci/evaluate', {
    body: {
      org_id: orgId,
      environment: 'production',
      mcps: [allowed, denied].map((name) => ({ name, version: 'latest' })),
    },
  }),
);

// The same endpoint also returns SARIF.
if (!('mcps' in evaluation)) throw new Error('the gate answered another media type');

const { response: listed } = await user.GET('/api/v1/orgs/{orgId}/policies', {
  params: { path, query: { limit: 1 } },
});
const refused = await user.POST('/api/v1/orgs/{orgId}/policies', {
  params: { path },
  body: { ...newPolicy, target_value: 'max:70' },
});

console.log(
  JSON.stringify({
    invitation: invitation.status,
    enabled: policy.enabled,
    result: evaluation.result,
    mcps: evaluation.mcps.map(({ result, matched_policy: by }) => ({ result, by: by?.name })),
    limited: Number(listed.headers.get('X-RateLimit-Limit')) > 0,
    refusal: refused.error?.code,
  }),
);
