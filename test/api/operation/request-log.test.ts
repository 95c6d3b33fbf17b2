import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Readiness } from '../../../src/common/operation/readiness.js';
import type { ApiClient } from '../../support/api-client.js';
import { HubActors, HubIdp } from '../../support/hub-actors.js';
import { LogLines, type LogLine } from '../../support/log-lines.js';
import { eventually } from '../../support/stored-artifacts.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const log = new LogLines();
let idp: HubIdp;
let t: TestApp;
let hub: HubActors;
beforeAll(async () => {
  idp = await HubIdp.start();
  t = await startTestApp(idp.settings, undefined, log.logger);
  hub = new HubActors(t, idp);
});
afterAll(async () => {
  await t.close();
  await idp.close();
});

/** The line of a request, which is written after its response. */
async function lineOf(client: ApiClient, path: string): Promise<LogLine> {
  const known = log.requests.length;
  await client.get(path);
  await eventually(() => Promise.resolve(log.requests.length > known));
  return log.requests[known] ?? {};
}

describe('the log line of a request', () => {
  it('has the level as a word, not as a library’s number', async () => {
    expect(await lineOf(t.actors.anonymous, '/v1/catalog')).toMatchObject({ level: 'info', status: 401 });
  });

  it('identifies a user of the registry by their subject', async () => {
    const alice = await t.actors.user('alice');
    expect(await lineOf(alice, '/v1/catalog')).toMatchObject({ caller: { kind: 'user', id: 'alice' } });
  });

  it('identifies an API token by its public part', async () => {
    const token = await t.actors.apiToken({ scopes: ['mcp:catalog:read'], resources: ['catalog'] });
    const { caller } = await lineOf(token, '/v1/catalog');
    expect(caller).toEqual({ kind: 'api_token', id: expect.stringMatching(/^mcp_[a-z2-7]{20}$/) });
    expect(token.credentials['authorization']).toContain((caller as { id: string }).id);
  });

  it('identifies a user of the hub by their id', async () => {
    const user = await hub.user();
    expect(await lineOf(user, '/api/v1/me')).toMatchObject({ caller: { kind: 'user', id: user.id } });
  });

  it('identifies a service token by its id', async () => {
    const { id: orgId } = await hub.organization();
    const token = await hub.serviceToken(orgId, [`read:org:${orgId}`]);
    expect(await lineOf(token, '/api/v1/mcps')).toMatchObject({
      caller: { kind: 'service_token', id: token.id },
    });
  });

  it.each(['/v1/catalog', '/api/v1/me', '/api/v1/mcps', '/nowhere'])(
    'has no caller at %s without a valid credential',
    async (path) => {
      const wrong = t.actors.anonymous.as('Bearer mcp_tk_0123456789012345678901234567890123456789012');
      for (const client of [t.actors.anonymous, wrong]) {
        const line = await lineOf(client, path);
        expect(line['caller']).toEqual({ kind: 'anonymous' });
        expect(JSON.stringify(line)).not.toContain('mcp_tk_');
      }
    },
  );
});

describe.each(['/healthz', '/health', '/readyz', '/ready'])('a probe at %s', (path) => {
  it('is a line of level debug when healthy', async () => {
    expect(await lineOf(t.actors.anonymous, path)).toMatchObject({ level: 'debug', path, status: 200 });
  });
});

describe('a probe that finds the server not ready', () => {
  it('is a line of level info', async () => {
    const lines = new LogLines();
    const stopping = await startTestApp({}, undefined, lines.logger);
    try {
      stopping.app.get(Readiness).stopping();
      await stopping.actors.anonymous.get('/readyz');
      await eventually(() => Promise.resolve(lines.requests.length > 0));
      expect(lines.requests).toMatchObject([{ level: 'info', path: '/readyz', status: 503 }]);
    } finally {
      await stopping.close();
    }
  });
});
