import { once } from 'node:events';
import { createServer } from 'node:net';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SourceOptions } from '../src/fetch-source.js';
import type { Lookup } from '../src/network/guarded-agent.js';
import type { RepositorySpec } from '../src/source-spec.js';
import { ARCHIVE, COMMIT, fakeCodeHost } from './support/fake-code-host.js';
import { refused } from './support/fetching.js';
import { body, Listener, redirectTo } from './support/listener.js';

/** A name server that gives these answers, one after the other, and the last one again and again. */
function answering(...answers: (readonly string[])[]): { lookup: Lookup; names: string[] } {
  const names: string[] = [];
  const lookup: Lookup = (hostname, _options, callback) => {
    names.push(hostname);
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { lookup, names };
}

const repository = (url: string): RepositorySpec => ({ kind: 'repository', url, commit: COMMIT });
const github = (host: string): SourceOptions => ({ hosts: [{ kind: 'github', host }] });

let target: Listener;
beforeEach(async () => {
  target = await Listener.start({ [ARCHIVE]: body('secret') });
});

describe('addresses from which nothing is fetched', () => {
  it('are those of other schemes, other hosts, and with credentials', async () => {
    const { lookup, names } = answering(['127.0.0.1']);
    for (const url of [
      'file:///etc/passwd',
      `file://${target.host}/acme/files`,
      `ftp://${target.host}/acme/files`,
      `${target.origin}/acme/files.git`,
      `https://${target.host}/acme/files.git`,
      `https://github.com@${target.host}/acme/files.git`,
      `https://user:word@${target.host}/acme/files.git`,
      'https://user:word@github.com/acme/files.git',
      `http://[::1]:${target.port}/acme/files.git`,
      `http://[::ffff:127.0.0.1]:${target.port}/acme/files.git`,
      `http://2130706433:${target.port}/acme/files.git`,
      `https://localhost:${target.port}/acme/files.git`,
      `https://code.test:${target.port}/acme/files.git`,
      `git@127.0.0.1:acme/files.git`,
    ])
      expect({ url, ...(await refused(repository(url), { lookup })) }).toMatchObject({
        url,
        code: expect.stringMatching(/^(invalid|refused_address)$/),
        isRetryable: false,
        left: [],
      });
    expect({ names, connections: target.connections }).toEqual({ names: [], connections: 0 });
  });

  it('are private ones, even of an allowed host', async () => {
    const spec = repository(`https://${target.host}/acme/files.git`);
    expect(await refused(spec, github(target.host))).toMatchObject({ code: 'refused_address', left: [] });
    expect(target.connections).toBe(0);
  });

  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['private', ['10.0.0.1']],
    ['link-local, with the metadata of clouds', ['169.254.169.254']],
    ['mapped from IPv4', ['::ffff:127.0.0.1']],
    ['NAT64', ['64:ff9b::7f00:1']],
    ['public and private at once', ['8.8.8.8', '127.0.0.1']],
  ])('are those that a name server gives a host: %s', async (_what, addresses) => {
    const { lookup, names } = answering(addresses);
    const host = `code.test:${target.port}`;
    const options = { ...github(host), lookup };
    expect(await refused(repository(`https://${host}/acme/files.git`), options)).toMatchObject({
      code: 'refused_address',
      message: 'code.test has an address that sources are not fetched from',
      left: [],
    });
    expect({ names, connections: target.connections }).toEqual({ names: ['code.test'], connections: 0 });
  });

  it('are those that a name server gives later, between two connections', async () => {
    const { host } = await fakeCodeHost({ [ARCHIVE]: body('never sent') });
    const { lookup } = answering(['127.0.0.1'], ['10.0.0.1']);
    const name = `localhost:${host.port}`;
    const spec = { kind: 'repository', url: `http://${name}/acme/files.git` } as const;
    expect(await refused(spec, { ...github(name), allowLoopback: true, lookup })).toMatchObject({
      code: 'refused_address',
    });
    expect({ connections: host.connections, paths: host.paths.length }).toEqual({ connections: 1, paths: 1 });
  });

  it('are those that a name server gives once the address was checked', async () => {
    const { host } = await fakeCodeHost({ [ARCHIVE]: body('not a tar') });
    // The same port of another address, to which a second lookup would lead.
    let rebound = 0;
    const internal = createServer((socket) => {
      rebound += 1;
      socket.destroy();
    }).listen(host.port, '127.0.0.2');
    await once(internal, 'listening');
    const { lookup, names } = answering(['127.0.0.1'], ['127.0.0.2']);
    const name = `localhost:${host.port}`;
    const spec = repository(`http://${name}/acme/files.git`);
    await refused(spec, { ...github(name), allowLoopback: true, lookup });
    internal.close();
    expect({ names, rebound, connections: host.connections }).toEqual({
      names: ['localhost'],
      rebound: 0,
      connections: 1,
    });
  });

  it('are those that a host redirects to', async () => {
    const credentials = (origin: string): string => origin.replace('//', '//user:word@');
    for (const location of [
      `${target.origin}${ARCHIVE}`,
      `http://localhost:${target.port}${ARCHIVE}`,
      'http://10.0.0.1/',
      'http://169.254.169.254/latest/meta-data/',
      'https://example.com/',
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
      'data:text/plain,x',
      credentials(target.origin),
    ]) {
      const { options, spec } = await fakeCodeHost({ [ARCHIVE]: redirectTo(location) });
      expect({ location, ...(await refused(spec, options)) }).toMatchObject({
        location,
        code: 'refused_address',
        left: [],
      });
    }
    const { host, options, spec } = await fakeCodeHost({});
    const withPassword = redirectTo(`${credentials(host.origin)}/other`);
    const second = await fakeCodeHost({ [ARCHIVE]: withPassword });
    expect(await refused(second.spec, second.options)).toMatchObject({ code: 'refused_address' });
    expect(await refused(spec, options)).toMatchObject({ code: 'not_found' });
    expect(target.connections).toBe(0);
  });

  it('are plain http ones of hosts that are not on loopback', async () => {
    const { lookup } = answering(['8.8.8.8']);
    const name = `localhost:${target.port}`;
    const spec = repository(`http://${name}/acme/files.git`);
    expect(await refused(spec, { ...github(name), allowLoopback: true, lookup })).toMatchObject({
      code: 'refused_address',
    });
  });
});

describe('redirects', () => {
  it('end after five', async () => {
    const { host, options, spec } = await fakeCodeHost({ [ARCHIVE]: redirectTo(ARCHIVE) });
    expect(await refused(spec, options)).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('too many redirects'),
      isRetryable: false,
      left: [],
    });
    // The list of branches, the archive, and five redirects.
    expect(host.requests).toHaveLength(7);
  });

  it('need an address', async () => {
    for (const location of ['', 'http://[']) {
      const { options, spec } = await fakeCodeHost({ [ARCHIVE]: redirectTo(location) });
      expect((await refused(spec, options)).code).toMatch(/unavailable/);
    }
  });
});
