import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lookUpName } from '../src/network/name-lookup.js';
import { NameServer } from './support/name-server.js';

// No test waits for this.
const timeoutMs = 120_000;

let dead: NameServer;
let live: NameServer;
let folder: string;
let hostsFile: string;
beforeAll(async () => {
  dead = await NameServer.start(() => null);
  live = await NameServer.start((name) =>
    name.endsWith('.known.test') ? ['192.0.2.1', '192.0.2.2'] : undefined,
  );
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-hosts-'));
  hostsFile = join(folder, 'hosts');
  await writeFile(
    hostsFile,
    '# names\n192.0.2.7\tListed.test other # note\n2001:db8::7 listed.test\nnonsense x\n',
  );
});
afterAll(async () => {
  await dead.close();
  await live.close();
  await rm(folder, { recursive: true });
});

const ask = (name: string): ReturnType<typeof lookUpName> =>
  lookUpName(name, { servers: [live.address], hostsFile, timeoutMs });

describe('lookUpName', () => {
  it('fails for a name that does not exist, or has no addresses, as dns.lookup does', async () => {
    await expect(ask('nobody.test')).rejects.toMatchObject({ code: 'ENOTFOUND', hostname: 'nobody.test' });
  });

  it('fails when no name server answers in time, as dns.lookup does', async () => {
    const asked = lookUpName('slow.test', { servers: [dead.address], hostsFile, timeoutMs: 50 });
    await expect(asked).rejects.toMatchObject({ code: 'EAI_AGAIN' });
  });

  it('asks nobody once its connection has ended', async () => {
    const ended = AbortSignal.abort();
    await expect(lookUpName('late.test', { servers: [dead.address], hostsFile, signal: ended })).rejects.toBe(
      ended.reason,
    );
    expect(dead.asked).not.toContain('late.test');
  });

  it('gives all addresses of a name', async () => {
    expect(await ask('a.known.test')).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
    ]);
  });

  it.each(['listed.test', 'LISTED.test.'])('takes %s from the hosts file', async (name) => {
    expect(await ask(name)).toEqual([
      { address: '192.0.2.7', family: 4 },
      { address: '2001:db8::7', family: 6 },
    ]);
    expect(await ask('other')).toEqual([{ address: '192.0.2.7', family: 4 }]);
    expect(live.asked).not.toContain('listed.test');
  });

  it.each(['localhost', 'a.localhost'])('knows that %s is this machine', async (name) => {
    expect((await ask(name)).map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
  });

  it('waits for nobody: with 40 names that no server answers for, another one is found', async () => {
    const ended = new AbortController();
    let pending = 40;
    const all = Array.from({ length: pending }, async (_unused, n) => {
      const waiting = lookUpName(`n${n}.slow.test`, {
        servers: [dead.address],
        hostsFile,
        timeoutMs,
        signal: ended.signal,
      });
      await waiting.catch(() => undefined);
      pending -= 1;
    });
    expect(await ask('b.known.test')).toHaveLength(2);
    expect(pending).toBe(40);
    ended.abort();
    await Promise.all(all);
    expect(pending).toBe(0);
  });
});
