import { describe, expect, it } from '@jest/globals';
import { McpAccesses } from '../../../../src/hub/catalog/mcps/mcp-accesses.service.js';
import type { HubPrincipal } from '../../../../src/auth/hub/hub-principal.js';
import { LOGGER, type Logger } from '../../../../src/common/logging/logger.js';
import { AuditService } from '../../../../src/hub/audit/events/audit.service.js';
import { McpAccessesRepository } from '../../../../src/hub/catalog/mcps/mcp-accesses.repository.js';
import { UnitOfWork } from '../../../../src/storage/database/unit-of-work.js';
import type { ApiClient } from '../../../support/api-client.js';
import { aMcp } from '../../../support/catalog.js';
import { useAnalyses } from '../../../support/grc.js';
import { anAnalyzedMcp, makeReport, reportsOf } from '../../../support/made-reports.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();
const analyses = useAnalyses(t);
const anywhere = { strict: false } as const;
const accesses = t.app.get(McpAccesses, anywhere);

/** What another server of the same database would do. */
const anotherServer = (): McpAccesses =>
  new McpAccesses(
    t.app.get(UnitOfWork, anywhere),
    t.app.get(McpAccessesRepository, anywhere),
    t.app.get(AuditService, anywhere),
    t.config,
    t.app.get<Logger>(LOGGER, anywhere),
  );

const callerOf = (id: string): HubPrincipal => ({
  kind: 'user',
  id,
  name: 'a person',
  email: '',
  emailVerified: false,
  verifiedEmail: undefined,
  plan: 'FREE',
  role: 'USER',
  memberships: [],
  renew: () => Promise.reject(new Error('reads confirm nothing')),
});

interface Event {
  readonly actor_id: string;
  readonly actor_type: string;
  readonly actor_name: string;
  readonly org_id: string;
  readonly details: object;
  readonly ip_address: string;
  readonly user_agent: string;
}

/** The events about reads of an MCP, oldest first. */
async function readsOf(mcpId: string): Promise<Event[]> {
  await accesses.flush();
  return t.rows<Event>(
    `SELECT actor_id, actor_type, actor_name, org_id, details, ip_address, user_agent FROM audit_event
      WHERE resource_id = $1 AND action = 'mcp.accessed' ORDER BY position`,
    [mcpId],
  );
}

const PARTS = ['snapshot/latest', 'controls', 'scores', 'findings', 'report', 'sarif', 'sbom', 'tarball'];

/** Reads an MCP in every way. */
async function readAll(
  caller: ApiClient,
  mcp: { id: string; name: string; versionId: string },
): Promise<void> {
  const path = `/api/v1/mcps/${mcp.id}`;
  const version = `${path}/versions/${mcp.versionId}`;
  const paths = [path, `/api/v1/mcps/${mcp.name}`, `${path}/versions`, version];
  for (const each of [...paths, ...PARTS.map((part) => `${version}/${part}`)]) await caller.get(each);
}

describe('mcp.accessed', () => {
  it('is recorded for a user and a token who read a private MCP, once an hour for each', async () => {
    const org = await actors.organization();
    const member = await actors.member(org.id, 'MEMBER');
    const token = await actors.serviceToken(org.id, [`read:org:${org.id}`]);
    const mcp = await analyses.mcp(org);
    for (const caller of [member, token, member]) await readAll(caller, mcp);
    const common = {
      org_id: org.id,
      details: { mcp_name: mcp.name },
      ip_address: '127.0.0.1',
      user_agent: expect.any(String),
    };
    expect(await readsOf(mcp.id)).toEqual([
      { ...common, actor_id: member.id, actor_type: 'user', actor_name: member.email },
      { ...common, actor_id: token.id, actor_type: 'service_token', actor_name: 'ci' },
    ]);
    await readAll(member, mcp);
    expect(await readsOf(mcp.id)).toHaveLength(2);
    const listed = await org.owner.get(`/api/v1/orgs/${org.id}/audit-events?action=mcp.accessed`);
    expect(listed.body).toMatchObject({
      total: 2,
      events: [{ resource_type: 'mcp', resource_id: mcp.id }, { resource_type: 'mcp' }],
    });
    const { body } = await org.owner.get(`/api/v1/orgs/${org.id}/audit-events/verify`);
    expect(body.valid).toBe(true);
  });

  it.each(PARTS)('is recorded for a read of %s alone', async (part) => {
    const org = await actors.organization();
    const mcp = await analyses.mcp(org);
    const { status } = await org.owner.get(`/api/v1/mcps/${mcp.id}/versions/${mcp.versionId}/${part}`);
    expect([part, status < 400]).toEqual([part, true]);
    expect(await readsOf(mcp.id)).toHaveLength(1);
  });

  it('is recorded for an administrator of the platform who reads it there', async () => {
    const org = await actors.organization();
    const [hidden, open] = [await analyses.mcp(org), await aMcp(t)];
    const administrator = await actors.user();
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [administrator.id]);
    for (const id of [hidden.id, open.id, hidden.id]) {
      expect((await administrator.get(`/api/v1/admin/mcps/${id}`)).status).toBe(200);
    }
    expect(await readsOf(open.id)).toEqual([]);
    expect(await readsOf(hidden.id)).toMatchObject([{ org_id: org.id, actor_id: administrator.id }]);
  });

  it.each(['html', 'pdf', 'json'])(
    'is recorded for a report about it that is downloaded (%s)',
    async (document) => {
      const org = await actors.organization();
      const reader = await actors.member(org.id, 'MEMBER');
      const change = { org_id: org.id, visibility: 'private' };
      const [hidden, open] = [await anAnalyzedMcp(t, change), await anAnalyzedMcp(t)];
      for (const { snapshot } of [hidden, open]) {
        const { body } = await org.owner.post(reportsOf(org.id), {
          scope: 'SNAPSHOT',
          snapshot_id: snapshot.id,
          format: 'PDF',
        });
        const id = body.id as string;
        const path = `${reportsOf(org.id)}/${id}.${document}`;
        expect((await reader.get(path)).status).toBe(409);
        expect(await makeReport(t, id)).toBe(true);
        const stranger = await actors.user();
        expect((await stranger.get(path)).status).toBe(404);
        expect((await reader.get(path)).status).toBe(200);
      }
      expect(await readsOf(open.mcp.id)).toEqual([]);
      expect(await readsOf(hidden.mcp.id)).toMatchObject([{ org_id: org.id, actor_id: reader.id }]);
    },
  );

  it('is recorded again an hour later, whatever this server remembers', async () => {
    const org = await actors.organization();
    const mcp = await analyses.mcp(org);
    await org.owner.get(`/api/v1/mcps/${mcp.id}`);
    expect(await readsOf(mcp.id)).toHaveLength(1);
    await t.rows(
      `UPDATE mcp_access SET accessed_at = accessed_at - interval '59 minutes' WHERE mcp_id = $1`,
      [mcp.id],
    );
    const other = anotherServer();
    other.note(callerOf(org.owner.id), { id: mcp.id, orgId: org.id, name: mcp.name });
    await other.flush();
    expect(await readsOf(mcp.id)).toHaveLength(1);
    await t.rows(`UPDATE mcp_access SET accessed_at = accessed_at - interval '1 minute' WHERE mcp_id = $1`, [
      mcp.id,
    ]);
    const third = anotherServer();
    third.note(callerOf(org.owner.id), { id: mcp.id, orgId: org.id, name: mcp.name });
    await third.flush();
    expect(await readsOf(mcp.id)).toHaveLength(2);
  });

  it('is not recorded for public MCPs, nor for who is refused', async () => {
    const open = await aMcp(t);
    const org = await actors.organization();
    const hidden = await analyses.mcp(org);
    const stranger = await actors.user();
    await org.owner.get(`/api/v1/mcps/${open.id}`);
    expect((await stranger.get(`/api/v1/mcps/${hidden.id}`)).status).toBe(404);
    expect((await actors.anonymous.get(`/api/v1/mcps/${hidden.id}/versions`)).status).toBe(404);
    expect([await readsOf(open.id), await readsOf(hidden.id)]).toEqual([[], []]);
  });

  it('is recorded once by several servers that are asked at the same time', async () => {
    const org = await actors.organization();
    const mcp = await analyses.mcp(org);
    const caller = callerOf(org.owner.id);
    const servers = [1, 2, 3].map(anotherServer);
    for (const server of servers) server.note(caller, { id: mcp.id, orgId: org.id, name: mcp.name });
    await Promise.all(servers.map((server) => server.flush()));
    expect(await readsOf(mcp.id)).toHaveLength(1);
  });
});
