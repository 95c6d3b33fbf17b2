import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LogLines } from '../../../support/log-lines.js';
import { anAnalyzedVersion, passTime, publicationOf, publishDue } from '../../../support/publications.js';
import { startTestApp } from '../../../support/test-app.js';

const TOKEN = 'header.payload.signature-of-the-service';
type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** Another registry, which answers what a test wants. */
let handler: Handler;
const requests: { readonly name: string; readonly authorization: string | undefined }[] = [];
const server = createServer((req, res) => {
  requests.push({ name: `${req.method} ${req.url}`, authorization: req.headers.authorization });
  req.resume().on('end', () => handler(req, res));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const log = new LogLines();
const t = await startTestApp(
  { REGISTRY_URL: `http://127.0.0.1:${port}`, REGISTRY_SERVICE_TOKEN: TOKEN },
  undefined,
  log.logger,
);
afterAll(async () => {
  await t.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  await t.rows('DELETE FROM publication');
  requests.length = 0;
});

const answering =
  (status: number, body: object): Handler =>
  (_req, res) => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

const published = async (): Promise<string> => {
  const { versionId } = await anAnalyzedVersion(t, {
    mcp: { name: `owner-${randomUUID().slice(0, 8)}/files` },
  });
  await publishDue(t);
  return versionId;
};

describe('a registry at REGISTRY_URL', () => {
  it.each<[string, Handler, RegExp]>([
    ['fails', answering(500, { message: 'internal error' }), /answered 500 .*: internal error/],
    ['is unavailable', answering(503, {}), /answered 503/],
    ['ends the connection', (req) => req.socket.destroy(), /cannot be reached/],
    ['answers with something else', (_req, res) => res.writeHead(200).end('<html>'), /is not JSON/],
  ])('that %s is asked again later', async (_what, given, reason) => {
    handler = given;
    const versionId = await published();
    const publication = await publicationOf(t, versionId);
    expect(publication).toMatchObject({
      status: 'QUEUED',
      attempts: 1,
      failure_reason: expect.stringMatching(reason),
    });
    expect(publication?.run_after.getTime()).toBeGreaterThan(Date.now());
  });

  it('that refuses the token is asked again, and the reason says what to do', async () => {
    handler = answering(401, { message: 'invalid token' });
    const versionId = await published();
    expect(await publicationOf(t, versionId)).toMatchObject({
      status: 'QUEUED',
      failure_reason: expect.stringMatching(
        /REGISTRY_SERVICE_TOKEN must be a valid JWT with the scope admin:publish/,
      ),
    });
    expect(requests[0]?.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it('that comes back gets the version', async () => {
    handler = answering(500, {});
    const versionId = await published();
    handler = answering(200, {});
    await passTime(t);
    await publishDue(t);
    expect(await publicationOf(t, versionId)).toMatchObject({ status: 'DONE', failure_reason: null });
    const names = requests.map(({ name }) => name.replace(/owner-\w+|sha256:\w+/g, '*'));
    expect(names.slice(1)).toEqual([
      'POST /v1/org/*/mcps/files/publish',
      'PUT /v1/org/*/artifacts/*/evidence/sbom',
      'PUT /v1/org/*/artifacts/*/evidence/attestation',
      'PUT /v1/org/*/mcps/files/versions/1.2.0/certification',
      'POST /v1/org/*/mcps/files/versions/1.2.0/status',
    ]);
  });

  it('whose version is another one gets a number with the commit', async () => {
    handler = (req, res) => {
      const isTaken =
        req.url?.endsWith('/publish') === true || req.url?.includes('/1.2.0/certification') === true;
      const first = requests.filter(({ name }) => name.endsWith('/publish')).length === 1;
      answering(isTaken && first ? 409 : 200, { message: 'conflict' })(req, res);
    };
    const versionId = await published();
    expect(await publicationOf(t, versionId)).toMatchObject({ status: 'DONE' });
    expect(requests.at(-1)?.name).toMatch(/\/versions\/1\.2\.0-commit\.\w+\/status$/);
  });

  it('never sees its token in the log', async () => {
    handler = answering(403, { message: 'not authorized' });
    await published();
    const lines = JSON.stringify(log.all);
    expect(lines).toContain('versions are not brought to the registry');
    expect(lines).not.toContain(TOKEN);
    expect(lines).not.toContain('signature-of-the-service');
  });
});
