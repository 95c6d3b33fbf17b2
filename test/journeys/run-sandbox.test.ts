import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { BundleRegistry, smallManifest } from '../support/bundle-registry.js';
import { RunHome } from '../support/run-home.js';
import { decidedServer, SignedDecisions } from '../support/decisions-server.js';
import { smallServer } from '../support/small-server.js';

let bundles: BundleRegistry;
let decisions: SignedDecisions;
let home: RunHome;
let granted: string;
let secret: string;

/** Versions by their numbers, and the permissions of their manifests. */
const VERSIONS: Readonly<Record<string, (folder: string) => object>> = {
  '1.0.0': () => ({}),
  '1.0.1': (folder) => ({ network: ['api.example.com'], filesystem: { read: [folder] } }),
  '1.0.2': () => ({ filesystem: { read: ['/'] } }),
  '1.0.3': () => ({ filesystem: { write: [join(home.configuration, 'login.json')] } }),
};

beforeAll(async () => {
  home = await RunHome.open();
  granted = join(home.folder, 'granted');
  await mkdir(granted);
  await writeFile(join(granted, 'file.txt'), 'granted');
  secret = join(home.folder, 'secret.txt');
  await writeFile(secret, 'secret');
  bundles = await BundleRegistry.start();
  const entries = await Promise.all(
    Object.entries(VERSIONS).map(async ([version, permissions]) => {
      const manifest = smallManifest('acme/small', { permissions: permissions(granted) });
      const digest = bundles.offer(await smallServer(`sandbox ${version}`), manifest);
      return decidedServer('acme/small', version, digest, {
        references: [{ name: 'name:acme/small', versions: [version], numbers: [version], commits: [] }],
      });
    }),
  );
  decisions = await SignedDecisions.start(entries);
  await home.login(decisions, bundles.url, 'id:secret');
});
afterAll(async () => {
  await home.close();
  await decisions.stop();
  bundles.close();
});

const read = async (client: Client, path: string): Promise<string> => {
  const { content } = await client.callTool({ name: 'read', arguments: { path } });
  return (content as { text: string }[])[0]?.text ?? '';
};

describe('mcp-hub run --sandbox', () => {
  it('shows a server the system and its bundle, and nothing else', async () => {
    const client = await home.connect(['--sandbox', 'acme/small@1.0.0']);
    expect(await read(client, 'VERSION')).toBe('sandbox 1.0.0');
    for (const path of [
      secret,
      join(granted, 'file.txt'),
      join(home.configuration, 'login.json'),
      '/etc/shadow',
    ])
      await expect(read(client, path)).rejects.toThrow(/ENOENT|EACCES/);
    await client.close();
  });

  it('opens what the manifest permits, and what the user does', async () => {
    const permitted = await home.connect(['--sandbox', 'acme/small@1.0.1']);
    expect(await read(permitted, join(granted, 'file.txt'))).toBe('granted');
    await expect(read(permitted, secret)).rejects.toThrow(/ENOENT/);
    await permitted.close();
    const allowed = await home.connect(['--sandbox', '--allow-read', secret, 'acme/small@1.0.0']);
    expect(await read(allowed, secret)).toBe('secret');
    await allowed.close();
  });

  it('has no network unless that is permitted', async () => {
    const server = createServer((_req, res) => res.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = await home.connect(['--sandbox', 'acme/small@1.0.0']);
    // Another namespace of networks has no connection of this one in its table.
    const row = new RegExp(`0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} `);
    expect(await read(client, '/proc/net/tcp')).not.toMatch(row);
    await client.close();
    const open = await home.connect(['--sandbox', '--allow-network', 'acme/small@1.0.0']);
    expect(await read(open, '/proc/net/tcp')).toMatch(row);
    await open.close();
    server.close();
  });

  it.each(['1.0.2', '1.0.3'])(
    'refuses a manifest that permits everything, or the login: %s',
    async (version) => {
      const { code, stdout, stderr } = await home.command(['run', '--sandbox', `acme/small@${version}`]);
      expect([code, stdout]).toEqual([126, '']);
      expect(stderr).toMatch(/which a sandbox does not give away\n$/);
    },
  );

  it('refuses without bubblewrap, and says what to install', async () => {
    const programs = join(home.folder, 'programs');
    await mkdir(programs);
    await writeFile(join(programs, 'node'), '');
    await chmod(join(programs, 'node'), 0o755);
    const { code, stderr } = await home.command(['run', '--sandbox', 'acme/small@1.0.0'], '', {
      PATH: programs,
    });
    expect([code, stderr]).toEqual([126, expect.stringMatching(/apt install bubblewrap/)]);
  });
});
