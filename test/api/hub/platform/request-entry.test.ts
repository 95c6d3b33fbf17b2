import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '../../../../src/storage/database/unit-of-work.js';
import { useHub } from '../../../support/suite.js';
import { Wire } from '../../../support/wire.js';

const { t, actors } = await useHub({ PUBLIC_URL: 'http://localhost:8080/mcp', LIMITS_REQUEST_TIMEOUT: '1' });

/** Sends a POST with a body and without credentials over the connection of an agent; returns the status. */
async function refusedPost(agent: Agent, path: string): Promise<number | undefined> {
  const req = request(`${t.url}${path}`, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  req.end('{}');
  const [res] = (await once(req, 'response')) as [import('node:http').IncomingMessage];
  res.resume();
  await once(res, 'end');
  return res.statusCode;
}

describe('a connection with many refused requests', () => {
  it.each([
    ['/v1/tokens', 401],
    ['/v1/nothing', 404],
  ])('keeps nothing of them: POST %s', async (path, status) => {
    const sockets = new Set<Socket>();
    t.app.getHttpServer().on('connection', (socket: Socket) => sockets.add(socket));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statuses = [];
    for (let sent = 0; sent < 50; sent += 1) statuses.push(await refusedPost(agent, path));
    expect(statuses).toEqual(Array(50).fill(status));
    expect(sockets.size).toBe(1);
    for (const socket of sockets) expect(socket.listenerCount('close')).toBeLessThan(5);
    agent.destroy();
  });
});

describe('a request that times out while its caller is authenticated', () => {
  it('is 408 in the format of the hub', async () => {
    const { id: orgId } = await actors.organization();
    const token = await actors.serviceToken(orgId, [`read:org:${orgId}`]);
    const answer = await t.app.get(UnitOfWork).run(async () => {
      await t.app.get(UnitOfWork).rows('LOCK TABLE service_token IN ACCESS EXCLUSIVE MODE');
      return token.get('/api/v1/mcps');
    });
    expect(answer.status).toBe(408);
    expect(answer.body).toEqual({
      error: 'request_timeout',
      message: expect.any(String),
      code: 'REQUEST_TIMEOUT',
    });
  });
});

describe('POST /auth/logout/', () => {
  it('is refused and counted like /auth/logout', async () => {
    for (const path of ['/auth/logout', '/auth/logout/']) {
      const { status } = await fetch(`${t.url}${path}`, { method: 'POST', redirect: 'manual' });
      expect([path, status]).toEqual([path, 403]);
    }
  });
});

describe('a request target in absolute form', () => {
  it.each(['/healthz', '/mcp/healthz', '//mcp/healthz'])('is served like its path: %s', async (path) => {
    const wire = await Wire.to(t);
    wire.send(`GET http://hub.test${path} HTTP/1.1\r\nHost: hub.test\r\n\r\n`);
    expect((await wire.answer()).status).toBe(200);
    wire.cut();
  });
});
