import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CI_PATH, CiGate } from '../../../support/ci-gate.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

const MCP = { name: 'acme/files', version: 'latest' };

describe('POST /api/v1/ci/evaluate refuses', () => {
  it('with 401 anonymous callers, and tokens of a suspended organization', async () => {
    expect((await gate.actors.anonymous.post(CI_PATH, gate.request())).status).toBe(401);
    const suspended = await gate.actors.organization();
    const its = await gate.actors.serviceToken(suspended.id, [`ci:org:${suspended.id}`]);
    await gate.t.rows(`UPDATE organization SET status = 'SUSPENDED' WHERE id = $1`, [suspended.id]);
    expect((await its.post(CI_PATH, { ...gate.request(), org_id: suspended.id })).status).toBe(401);
  });

  it('with 403 users, also owners, and tokens without the scope on their own organization', async () => {
    const other = await gate.actors.organization();
    const scopes = [['read:public'], ['grc:read'], [`read:org:${gate.org.id}`]];
    const callers = [
      gate.org.owner,
      ...(await Promise.all(scopes.map((list) => gate.actors.serviceToken(gate.org.id, list)))),
      await gate.actors.serviceToken(other.id, [`ci:org:${gate.org.id}`]),
      await gate.actors.serviceToken(other.id, [`admin:org:${gate.org.id}`]),
    ];
    for (const caller of callers) {
      const { status, body } = await caller.post(CI_PATH, gate.request());
      expect({ status, error: body.error }).toEqual({ status: 403, error: 'forbidden' });
    }
  });

  it('with 403 an org_id of another organization, whether it exists or not', async () => {
    for (const orgId of [(await gate.actors.organization()).id, randomUUID()]) {
      const { status, body } = await gate.token.post(CI_PATH, gate.request({ org_id: orgId }));
      expect({ status, error: body.error }).toEqual({ status: 403, error: 'forbidden' });
    }
  });

  it('with 403 enterprise_required organizations on other plans', async () => {
    const free = await gate.actors.organization();
    const its = await gate.actors.serviceToken(free.id, [`ci:org:${free.id}`]);
    await gate.t.rows(`UPDATE organization SET plan = 'FREE' WHERE id = $1`, [free.id]);
    const { status, body } = await its.post(CI_PATH, { ...gate.request(), org_id: free.id });
    expect({ status, error: body.error }).toEqual({ status: 403, error: 'enterprise_required' });
  });

  it.each<[string, object, RegExp]>([
    ['no organization', { org_id: undefined }, /^org_id /],
    ['an organization that is not a UUID', { org_id: 'acme' }, /^org_id /],
    ['an empty environment', { environment: '' }, /^environment /],
    ['an environment with a space at its end', { environment: 'production ' }, /^environment /],
    ['an environment with NUL', { environment: 'a\u0000b' }, /^environment /],
    ['an environment that is a list', { environment: ['production'] }, /^environment /],
    ['no servers', { mcps: undefined }, /^mcps /],
    ['an empty list', { mcps: [] }, /^mcps must be a list of 1 to 1000/],
    ['a list of the wrong type', { mcps: { length: 1, 0: MCP } }, /^mcps /],
    ['1001 servers', { mcps: Array(1001).fill(MCP) }, /^mcps /],
    ['10,000 servers', { mcps: Array(10_000).fill(MCP) }, /^mcps /],
    ['a server that is text', { mcps: [MCP, 'acme/files'] }, /^mcps\.1 must be an object/],
    ['a server that is null', { mcps: [null] }, /^mcps\.0 /],
    ['a server that is a list', { mcps: [[MCP]] }, /^mcps\.0 /],
    ['a server without a name', { mcps: [MCP, MCP, { version: '1.0.0' }] }, /^mcps\.2\.name /],
    ['an empty name', { mcps: [{ ...MCP, name: '' }] }, /^mcps\.0\.name /],
    ['a name with NUL', { mcps: [{ ...MCP, name: 'acme\u0000/files' }] }, /^mcps\.0\.name /],
    ['a name with a lone surrogate', { mcps: [{ ...MCP, name: '\udc00' }] }, /^mcps\.0\.name /],
    ['a name of 401 characters', { mcps: [{ ...MCP, name: 'x'.repeat(401) }] }, /^mcps\.0\.name /],
    ['a version of 201 characters', { mcps: [{ ...MCP, version: 'x'.repeat(201) }] }, /^mcps\.0\.version /],
    ['a name that is an object', { mcps: [{ ...MCP, name: { toString: 'x' } }] }, /^mcps\.0\.name /],
    ['a version that is a number', { mcps: [{ ...MCP, version: 1 }] }, /^mcps\.0\.version /],
    ['a server without a version', { mcps: [{ name: 'acme/files' }] }, /^mcps\.0\.version /],
  ])('with 400 naming the field %s', async (_what, change, message) => {
    const { status, body } = await gate.token.post(CI_PATH, gate.request(change));
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'bad_request', message: expect.stringMatching(message), code: 'BAD_REQUEST' },
    });
  });

  it('with 400 property names of prototypes, and deep nesting', async () => {
    const send = (mcps: string) =>
      gate.token.send('POST', CI_PATH, {
        headers: { 'content-type': 'application/json' },
        body: `{"org_id":"${gate.org.id}","environment":"production","mcps":${mcps}}`,
      });
    const inherited = await send('[{"__proto__":{"name":"a/b","version":"1.0.0"}}]');
    expect(inherited.body.message).toMatch(/^mcps\.0\.name /);
    expect((await send('['.repeat(60_000) + ']'.repeat(60_000))).status).toBe(400);
    expect((await send('[{}'.padEnd(300_000, ',{}') + ']')).status).toBe(400);
  });

  it('with 413 a body larger than a thousand servers need', async () => {
    const mcps = Array(9000).fill({ name: 'x'.repeat(500), version: 'latest' });
    expect((await gate.token.post(CI_PATH, gate.request({ mcps }))).status).toBe(413);
  });
});
