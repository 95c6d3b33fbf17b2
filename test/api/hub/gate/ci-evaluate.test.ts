import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { CI_PATH, CiGate, commitOf, uniqueName, type VersionRow } from '../../../support/ci-gate.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

describe('POST /api/v1/ci/evaluate', () => {
  it('returns FAIL, with 200, when a server is denied, and evaluates every item in order', async () => {
    const [good, pending] = [uniqueName('good'), uniqueName('pending')];
    await gate.server(good);
    await gate.server(pending, [{ commit: commitOf('b'), status: 'ANALYZING' }]);
    const items = [good, 'nobody/nothing', good, pending, good].map((name) => ({ name, version: 'latest' }));
    const { status, body } = await gate.ask(...items);
    expect(status).toBe(200);
    expect(body).toEqual({
      result: 'FAIL',
      evaluated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      evaluation_id: expect.any(String),
      policies_applied: 0,
      warnings: [expect.objectContaining({ code: 'no_policy_applied' })],
      mcps: items.map((item) =>
        item.name === good
          ? { ...item, result: 'ALLOWED', global_score: 80, understood: expect.any(Object) }
          : {
              ...item,
              result: 'DENIED',
              global_score: null,
              reason: expect.any(String),
              matched_policy: { id: expect.any(String), name: expect.stringMatching(/^Built-in rule: /) },
              understood: expect.any(Object),
            },
      ),
    });
  });

  it('returns PASS when none is denied', async () => {
    const name = uniqueName('pass');
    await gate.server(name);
    const { body } = await gate.ask({ name, version: 'latest', extra: { deep: [1] } });
    expect(body).toEqual({
      result: 'PASS',
      evaluated_at: expect.any(String),
      evaluation_id: expect.any(String),
      policies_applied: 0,
      warnings: [expect.objectContaining({ code: 'no_policy_applied' })],
      mcps: [
        { name, version: 'latest', result: 'ALLOWED', global_score: 80, understood: expect.any(Object) },
      ],
    });
  });

  it('adds nothing to the audit trail', async () => {
    const events = () => gate.t.rows('SELECT id, length FROM audit_chain ORDER BY id');
    const before = await events();
    await gate.ask(gate.mcp);
    expect(await events()).toEqual(before);
  });

  it('accepts a thousand servers with names and versions of maximum length', async () => {
    const escaped = (letter: string): string =>
      `\\u${letter.codePointAt(0)?.toString(16).padStart(4, '0') ?? ''}`;
    const letter = escaped('ж');
    const items = Array(1000)
      .fill(`{"name":"${letter.repeat(400)}","version":"${letter.repeat(200)}"}`)
      .join(',');
    const { status, body } = await gate.token.send('POST', CI_PATH, {
      headers: { 'content-type': 'application/json' },
      body: `{"org_id":"${gate.org.id}","environment":"production","mcps":[${items}]}`,
    });
    expect(status).toBe(200);
    expect(body.mcps).toHaveLength(1000);
  });

  it('sends the same number of statements for one server and for a thousand', async () => {
    const names = Array.from({ length: 20 }, () => uniqueName('many'));
    for (const name of names) await gate.server(name);
    const policies = await gate.withPolicies(
      { target_type: 'CONTROL', target_value: 'SEC-001' },
      { target_type: 'SCORE', target_value: 'min:10' },
    );
    const items = Array.from({ length: 1000 }, (_unused, index) => ({
      name: names[index % names.length] ?? '',
      version: index % 2 === 0 ? 'latest' : 'aaaaaaa'.padEnd(7 + (index % 30), 'a'),
    }));
    const evaluate = async (count: number) => {
      const { status, body } = await policies.client.post(CI_PATH, {
        org_id: policies.id,
        environment: 'production',
        mcps: items.slice(0, count),
      });
      expect(status).toBe(200);
      expect(
        body.mcps.filter(({ global_score: score }: { global_score: number }) => score === 80),
      ).toHaveLength(count);
    };
    // The first use of the token is recorded in an extra statement.
    await evaluate(1);
    const query = jest.spyOn(pg.Client.prototype, 'query');
    try {
      const counts: number[] = [];
      for (const count of [1, 1000]) {
        query.mockClear();
        await evaluate(count);
        counts.push(query.mock.calls.length);
      }
      // Caller; policies; names; versions; the record and the event of a failure, in a transaction.
      expect(counts).toEqual([8, 8]);
    } finally {
      query.mockRestore();
    }
  });
});

describe('Policies', () => {
  const SHAKY: VersionRow = {
    commit: commitOf('5'),
    score: 45,
    level: 0,
    status: 'NOT_CERTIFIED',
    high: 1,
    classes: ['A', 'B'],
    controls: { 'SEC-001': false, 'SEC-002': true },
    speaks: ['2024-11-05', '2025-06-18'],
  };

  it.each([
    ['SCORE', 'min:46', 'the global score, 45, is below 46'],
    ['CERT_LEVEL', 'min:1', 'the certification level, 0, is below 1'],
    ['SEVERITY', 'max:medium', 'the worst finding is high; allowed is at most medium'],
    ['CLASS', 'B,C', 'findings of class B'],
    ['CONTROL', 'SEC-001', 'control SEC-001 is not passed'],
    ['CONTROL', 'SEC-003', 'there is no result of control SEC-003'],
    ['LICENSE', 'mit', 'license mit'],
    ['MCP', 'SHAKY-*', 'the name matches shaky-*'],
    ['ORIGIN', 'community', 'origin community'],
    ['AGE', 'min:1', 'the age in days, 0, is below 1'],
    ['PROTOCOL_VERSION', 'min:2025-11-25', 'the newest version of MCP, 2025-06-18, is older than 2025-11-25'],
  ])('deny by %s %s, saying why and by which policy', async (type, value, reason) => {
    const name = uniqueName('Shaky');
    await gate.server(name, [SHAKY]);
    const { about, ids } = await gate.withPolicies({ target_type: type, target_value: value });
    expect((await about(name)).body).toMatchObject({
      result: 'FAIL',
      mcps: [
        { result: 'DENIED', global_score: 45, reason, matched_policy: { id: ids[0], name: 'Policy 0' } },
      ],
    });
  });

  it.each([
    ['SCORE', 'min:45'],
    ['SEVERITY', 'max:high'],
    ['CLASS', 'C'],
    ['CONTROL', 'SEC-002'],
    ['LICENSE', 'ISC'],
    ['MCP', 'solid-*'],
    ['ORIGIN', 'official'],
    ['AGE', 'min:0'],
    ['PROTOCOL_VERSION', 'min:2025-06-18'],
  ])('allow by %s %s', async (type, value) => {
    const name = uniqueName('Shaky');
    await gate.server(name, [SHAKY]);
    const { about } = await gate.withPolicies({ target_type: type, target_value: value });
    expect((await about(name)).body.result).toBe('PASS');
  });

  it.each([null, undefined])('deny by PROTOCOL_VERSION what nobody knows: %j', async (speaks) => {
    const name = uniqueName('Silent');
    const { speaks: _, ...silent } = SHAKY;
    await gate.server(name, [{ ...silent, ...(speaks === null && { speaks }) }]);
    const target = { target_type: 'PROTOCOL_VERSION', target_value: 'min:2024-11-05' };
    const denied = (await (await gate.withPolicies(target)).about(name)).body.mcps[0];
    const reason = 'the versions of MCP that the server speaks are not known';
    expect(denied).toMatchObject({ result: 'DENIED', reason });
  });

  it('apply in their environments only, and warnings do not change the result', async () => {
    const name = uniqueName('warned');
    await gate.server(name, [SHAKY]);
    const score = { target_type: 'SCORE', target_value: 'min:90' };
    const { about, ids } = await gate.withPolicies(
      { ...score, action: 'WARN' },
      { ...score, environments: ['Production'] },
    );
    const warnings = [
      { reason: 'the global score, 45, is below 90', matched_policy: { id: ids[0], name: 'Policy 0' } },
    ];
    expect((await about(name, 'staging')).body).toMatchObject({
      result: 'PASS',
      mcps: [{ name, version: 'latest', result: 'ALLOWED', global_score: 45, warnings }],
    });
    expect((await about(name, 'PRODUCTION')).body.mcps[0]).toMatchObject({ result: 'DENIED', warnings });
  });

  it('yield to an exception until it expires', async () => {
    const name = uniqueName('exception');
    await gate.server(name, [SHAKY]);
    const { about, id, owner } = await gate.withPolicies(
      {
        action: 'ALLOW',
        target_type: 'MCP',
        target_value: name,
        reason: 'Reviewed by hand',
        expires_at: '2999-01-01T00:00:00Z',
      },
      { target_type: 'SCORE', target_value: 'min:90' },
    );
    const { body } = await about(name);
    const allowed = {
      name,
      version: 'latest',
      result: 'ALLOWED',
      global_score: 45,
      understood: expect.any(Object),
    };
    expect(body.mcps).toEqual([allowed]);
    // The record of the evaluation says which exception it was.
    const [policy] = await gate.t.rows<{ id: string; name: string }>(
      `SELECT id, name FROM policy WHERE org_id = $1 AND action = 'ALLOW'`,
      [id],
    );
    const record = await owner.get(`/api/v1/orgs/${id}/evaluations/${body.evaluation_id}`);
    expect(record.body.mcps).toEqual([{ ...allowed, exception: policy }]);
    await gate.t.rows(`UPDATE policy SET expires_at = now() WHERE org_id = $1 AND action = 'ALLOW'`, [id]);
    expect((await about(name)).body.result).toBe('FAIL');
  });

  it('deny when they cannot be read, and are those of the token’s organization only', async () => {
    const name = uniqueName('broken');
    await gate.server(name, [{ commit: commitOf('7') }]);
    const { about, id, ids } = await gate.withPolicies({ target_type: 'SCORE', target_value: 'min:1' });
    await gate.t.rows(`UPDATE policy SET target_value = 'min:many' WHERE org_id = $1`, [id]);
    expect((await about(name)).body.mcps[0]).toMatchObject({
      result: 'DENIED',
      reason: `the policy Policy 0 (${ids[0] ?? ''}) cannot be read; correct or delete it`,
      matched_policy: { name: 'Built-in rule: unreadable policy' },
    });
    expect((await gate.ask({ name, version: 'latest' })).body.result).toBe('PASS');
  });
});
