import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { CommandError, CommandLineClient } from '../support/command-line-client.js';
import { HubIdp } from '../support/hub-actors.js';
import { freePort } from '../support/ports.js';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';
import { aBundle, finalizeUpload, initiated, sendBundle } from '../support/uploads.js';

const ADMIN = 'admin@example.com';
const OWNER = 'owner@example.com';

let idp: HubIdp;
let home: ServerHome;
let server: ServerProcess;
let owner: ApiClient;
let token: string;

const userOf = async (email: string): Promise<ApiClient> =>
  server.client.as(
    `Bearer ${await idp.jwt({ sub: `auth0|${email}`, email, email_verified: true, name: email })}`,
  );

beforeAll(async () => {
  idp = await HubIdp.start();
  const port = String(await freePort());
  home = await ServerHome.open({
    ...idp.settings,
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PLATFORM_ADMIN_EMAILS: ADMIN,
  });
  server = await home.start();
  owner = await userOf(OWNER);
  await owner.get('/api/v1/me');
  const admin = await userOf(ADMIN);
  const organization = { name: 'Acme', slug: 'acme', display_name: 'Acme', owner_email: OWNER };
  const { body: org, text } = await admin.post('/api/v1/admin/orgs', organization);
  if (org?.id === undefined) throw new Error(text);
  const created = await owner.post(`/api/v1/orgs/${org.id as string}/tokens`, {
    name: 'push',
    description: '',
    scopes: [`admin:org:${org.id as string}`],
  });
  if (created.status !== 201) throw new Error(created.text);
  token = created.body.token as string;
});
afterAll(async () => {
  await home.close();
  await idp.close();
});

const client = (): CommandLineClient => CommandLineClient.withToken(server.url, token);

describe('push of the command-line client', () => {
  it('makes a version that the hub shows', async () => {
    const bundle = gzipSync(randomBytes(300_000));
    const versionId = await client().push('acme/files', 'v1.0.0', bundle);
    const { body } = await owner.get('/api/v1/mcps/acme/files');
    expect(body).toMatchObject({ visibility: 'private', latest_version: { id: versionId } });
    expect(await client().push('acme/files', 'v1.0.0', bundle)).toBe(versionId);
  });

  it('is refused with a message that the client understands', async () => {
    for (const [id, version] of [
      ['strangers/files', '1.0.0'],
      ['acme/files', 'latest'],
    ] as const) {
      const error: unknown = await client()
        .push(id, version, aBundle('refused'))
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CommandError);
      expect((error as CommandError).status).toBeLessThan(500);
    }
  });

  it('goes on after the server is killed', async () => {
    const bundle = aBundle('killed');
    const pusher = server.client.as(`Bearer ${token}`);
    const upload = await initiated(pusher, 'acme/killed', '1.0.0', bundle);
    expect((await sendBundle(server.client, upload, bundle)).status).toBe(204);
    await server.kill();
    server = await home.start();
    const again = server.client.as(`Bearer ${token}`);
    const { status, body } = await finalizeUpload(again, upload);
    expect(status).toBe(200);
    expect((await finalizeUpload(again, upload)).body.version_id).toBe(body.version_id);
  });
});
