import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CiGate, commitOf, uniqueName } from '../../../support/ci-gate.js';
import { evidenceOf, evidenceSql } from '../../../support/evidence.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

/** The sum of a scope: an organization, or public MCPs. */
async function revisionOf(scope: string): Promise<number> {
  const [row] = await gate.t.rows<{ sum: number }>(
    'SELECT coalesce(sum(revision), 0)::integer AS sum FROM decision_revision WHERE scope = $1',
    [scope],
  );
  return row?.sum ?? 0;
}

const PUBLIC = '';

/** By how much a change increments the counters of an organization and of public MCPs. */
async function counted(
  change: (orgId: string) => Promise<unknown>,
  orgId: string,
): Promise<readonly number[]> {
  const before = [await revisionOf(orgId), await revisionOf(PUBLIC)];
  await change(orgId);
  const after = [await revisionOf(orgId), await revisionOf(PUBLIC)];
  return after.map((sum, index) => sum - (before[index] ?? 0));
}

describe('The revision of decisions', () => {
  it('counts each transaction that changes policies, servers, versions, analyses or launch settings once', async () => {
    const own = await gate.actors.organization();
    const [open, hidden] = [
      await gate.server(uniqueName('open'), [{ commit: commitOf('1') }]),
      await gate.server(uniqueName('hidden'), [{ commit: commitOf('1') }], {
        orgId: own.id,
        visibility: 'private',
      }),
    ];
    const policy = `INSERT INTO policy (id, org_id, name, action, target_type, target_value, priority, enabled, created_at, updated_at)
      SELECT gen_random_uuid(), $1, 'P', 'DENY', 'SCORE', 'min:1', n, true, now(), now() FROM generate_series(1, 5) n`;
    const rows =
      (sql: string, parameters: readonly unknown[] = []) =>
      () =>
        gate.t.rows(sql, [...parameters]);
    const analysisOf = async (mcpId: string, complete: boolean) => {
      const { columns, values } = evidenceSql(await evidenceOf(gate.t, mcpId));
      await gate.t.rows(
        `INSERT INTO snapshot (id, mcp_id, version_id, global_score, security_score, supply_chain_score, maturity_score,
           breakdown, grade, complete, toolchain_version, scoring_version, controls_catalog_version, total_findings,
           critical_findings, high_findings, medium_findings, low_findings, finding_classes, created_at, ${columns})
         SELECT gen_random_uuid(), v.mcp_id, v.id, 0, 0, 0, 0, '{}', 'F', $2, '', '', '', 0, 0, 0, 0, 0, '{}', now(), ${values}
           FROM mcp_version v WHERE v.mcp_id = $1`,
        [mcpId, complete],
      );
    };
    for (const [change, expected] of [
      [rows(policy, [own.id]), [1, 0]],
      [rows('UPDATE policy SET enabled = false WHERE org_id = $1', [own.id]), [1, 0]],
      [rows('DELETE FROM policy WHERE org_id = $1', [own.id]), [1, 0]],
      [rows(`UPDATE mcp_version SET revoked_at = now() WHERE mcp_id = $1`, [open]), [0, 1]],
      [rows(`UPDATE mcp_version SET status = 'FAILED' WHERE mcp_id = $1`, [hidden]), [1, 0]],
      // Nothing that decides: a version without a complete analysis is denied.
      [rows(`UPDATE mcp_version SET status = 'INGESTED' WHERE mcp_id = $1`, [hidden]), [0, 0]],
      [rows(`UPDATE mcp_version SET status = 'ANALYZING' WHERE mcp_id = $1`, [hidden]), [0, 0]],
      [() => analysisOf(hidden, false), [0, 0]],
      [() => analysisOf(hidden, true), [1, 0]],
      [rows(`UPDATE mcp_version SET status = 'CERTIFIED' WHERE mcp_id = $1`, [hidden]), [1, 0]],
      [rows('UPDATE mcp_version SET updated_at = now() WHERE mcp_id = $1', [open]), [0, 0]],
      [rows(`UPDATE mcp SET description = 'x' WHERE id = ANY ($1)`, [[open, hidden]]), [1, 1]],
      [rows(`UPDATE mcp SET visibility = 'public' WHERE id = $1`, [hidden]), [1, 1]],
      [
        rows(`INSERT INTO mcp_launch (org_id, mcp_id, commands, updated_at) VALUES ($1, $2, '[]', now())`, [
          own.id,
          open,
        ]),
        [1, 0],
      ],
      [rows(`UPDATE organization SET status = 'SUSPENDED' WHERE id = $1`, [own.id]), [0, 1]],
      [rows('DELETE FROM mcp WHERE id = $1', [hidden]), [0, 1]],
    ] as const) {
      expect(await counted(change, own.id)).toEqual(expected);
    }
  });

  it('counts concurrent changes of different organizations', async () => {
    const organizations = await Promise.all([1, 2, 3, 4].map(() => gate.actors.organization()));
    const before = await Promise.all(organizations.map(({ id }) => revisionOf(id)));
    const json = { name: 'P', action: 'DENY', target_type: 'SCORE', target_value: 'min:1', priority: 1 };
    const answers = await Promise.all(
      organizations.flatMap(({ id, owner }) =>
        [1, 2, 3].map(() => owner.post(`/api/v1/orgs/${id}/policies`, { ...json, name: randomUUID() })),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const after = await Promise.all(organizations.map(({ id }) => revisionOf(id)));
    expect(after.map((sum, index) => sum - (before[index] ?? 0))).toEqual([3, 3, 3, 3]);
  });
});
