import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { artifactPath, digestOf, publish, uploadBundle } from '../support/builders.js';
import { expectRefused } from '../support/refusals.js';
import { ServerHome } from '../support/server-home.js';

// Larger than the files of the embedded database, smaller than the limit of a bundle.
const LARGEST_FILE_KIB = 40 * 1024;

let home: ServerHome;
let admin: ApiClient;
beforeAll(async () => {
  home = await ServerHome.open();
  const server = await home.start({}, { largestFileKiB: LARGEST_FILE_KIB });
  admin = await server.admin();
});
afterAll(() => home.close());

describe('a full file system', () => {
  it('makes an upload 503, keeps nothing of it, and affects nothing else', async () => {
    expect((await publish(admin, 'acme/files', '1.0.0')).status).toBe(200);
    const large = Buffer.alloc((LARGEST_FILE_KIB + 4096) * 1024, 'full');
    const refused = await uploadBundle(admin, 'acme', large);
    expectRefused(refused, 503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await readdir(join(home.dataDir, 'artifacts', 'tmp'))).toEqual([]);
    expectRefused(await admin.get(artifactPath('acme', digestOf(large), 'bundle')), 404);

    const small = Buffer.from('fits');
    expect((await uploadBundle(admin, 'acme', small)).status).toBe(200);
    expect((await admin.get(artifactPath('acme', digestOf(small), 'bundle'))).bytes.equals(small)).toBe(true);
  });
});
