import { expect, it } from '@jest/globals';
import { aMcp } from '../../../support/catalog.js';
import { platformAdmin } from '../../../support/platform-admin.js';
import { grcOrganization, useAnalyses } from '../../../support/grc.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });
const analyses = useAnalyses(t);
const admin = await platformAdmin(t, actors);

const upper = (id: string): string => id.toUpperCase();

it('an id in a path is read in either case', async () => {
  const mcp = await aMcp(t);
  const { id: version } = await mcp.version();
  const org = await actors.organization();
  const found = [
    await actors.anonymous.get(`/api/v1/mcps/${upper(mcp.id)}`),
    await actors.anonymous.get(`/api/v1/mcps/${mcp.id}/versions/${upper(version)}`),
    await org.owner.get(`/api/v1/orgs/${upper(org.id)}`),
    await admin.get(`/api/v1/admin/orgs/${upper(org.id)}`),
  ];
  expect(found.map(({ status, body }) => [status, body.id])).toEqual([
    [200, mcp.id],
    [200, version],
    [200, org.id],
    [200, org.id],
  ]);
});

it('an id in a query is read in either case', async () => {
  const org = await grcOrganization(actors);
  const { id: mcpId } = await analyses.mcp(org, {});
  const { controls } = await org.grc.data(`controls?mcp_id=${upper(mcpId)}`);
  expect(controls[0].results_by_mcp).toMatchObject([{ mcp_id: mcpId }]);
  const { total } = await org.grc.data(`evidence?mcp_id=${upper(mcpId)}`);
  expect(total).toBe(1);
});

it('an id in a body, also in a list or a scope, is read in either case', async () => {
  const org = await actors.organization();
  const { body: mcp } = await admin.post('/api/v1/admin/mcps', {
    name: 'owner/upper-case',
    repo_url: 'https://github.com/owner/upper-case',
    org_id: upper(org.id),
  });
  expect(mcp).toMatchObject({ org_id: org.id });
  const { body: tag } = await admin.post('/api/v1/admin/tags', { name: 'Upper', slug: 'upper' });
  const tagged = await admin.send('PATCH', `/api/v1/admin/mcps/${upper(mcp.id as string)}/tags`, {
    json: { tag_ids: [upper(tag.id as string)] },
  });
  expect([tagged.status, tagged.body.tags]).toMatchObject([200, [{ id: tag.id }]]);
  const token = await org.owner.post(`/api/v1/orgs/${org.id}/tokens`, {
    name: 'pipeline',
    scopes: [`ci:org:${upper(org.id)}`],
  });
  expect([token.status, token.body.scopes]).toEqual([201, [`ci:org:${org.id}`]]);
  const evaluated = await actors.anonymous
    .as(`Bearer ${token.body.token as string}`)
    .post('/api/v1/ci/evaluate', {
      org_id: upper(org.id),
      environment: 'production',
      mcps: [{ name: 'owner/unknown', version: '1.0.0' }],
    });
  expect(evaluated.status).toBe(200);
});

it('what is no UUID in either case stays refused', async () => {
  const org = await grcOrganization(actors);
  expect((await actors.anonymous.get('/api/v1/mcps/XYZ')).status).toBe(404);
  const refused = await org.grc.get('controls?mcp_id=XYZ');
  expect([refused.status, refused.body.message]).toEqual([422, 'mcp_id must be a UUID']);
});
