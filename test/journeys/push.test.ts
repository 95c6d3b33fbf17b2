import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandError, CommandLineClient } from '../support/command-line-client.js';
import { HubHome } from '../support/hub-home.js';
import { aBundle, finalizeUpload, initiated, sendBundle } from '../support/uploads.js';

let hub: HubHome;
let token: string;
beforeAll(async () => {
  hub = await HubHome.start();
  token = await hub.serviceToken('admin');
});
afterAll(() => hub.close());

const client = (): CommandLineClient => CommandLineClient.withToken(hub.server.url, token);

describe('push of the command-line client', () => {
  it('makes a version that the hub shows', async () => {
    const bundle = gzipSync(randomBytes(300_000));
    const versionId = await client().push('acme/files', 'v1.0.0', bundle);
    const { body } = await hub.owner.get('/api/v1/mcps/acme/files');
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
    const pusher = hub.server.client.as(`Bearer ${token}`);
    const upload = await initiated(pusher, 'acme/killed', '1.0.0', bundle);
    expect((await sendBundle(hub.server.client, upload, bundle)).status).toBe(204);
    await hub.restart();
    const again = hub.server.client.as(`Bearer ${token}`);
    const { status, body } = await finalizeUpload(again, upload);
    expect(status).toBe(200);
    expect((await finalizeUpload(again, upload)).body.version_id).toBe(body.version_id);
  });
});
