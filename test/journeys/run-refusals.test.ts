import { once } from 'node:events';
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BundleRegistry, smallManifest } from '../support/bundle-registry.js';
import { RunHome } from '../support/run-home.js';
import { decidedServer, signingKey, SignedDecisions } from '../support/decisions-server.js';
import { smallServer } from '../support/small-server.js';

const ID = 'acme/small';
const REF = `${ID}@1.0.0`;
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
const PONG = '{"jsonrpc":"2.0","id":1,"result":{}}\n';

let bundles: BundleRegistry;
let decisions: SignedDecisions;
let digest: string;
let home: RunHome;

beforeAll(async () => {
  bundles = await BundleRegistry.start();
  digest = bundles.offer(await smallServer('refusals'), smallManifest(ID));
  decisions = await SignedDecisions.start([decidedServer(ID, '1.0.0', digest)]);
});
afterAll(async () => {
  bundles.close();
  await decisions.stop();
});

/** A refusal: its line, without the name of the command. */
async function refusal(words: readonly string[] = [REF], at = home): Promise<string> {
  const { code, stdout, stderr } = await at.command(['run', ...words], PING);
  expect([code, stdout]).toEqual([126, '']);
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^mcp-hub run: /)]);
  return stderr.trimEnd().replace('mcp-hub run: ', '');
}

describe('mcp-hub run refuses', () => {
  beforeAll(async () => {
    home = await RunHome.open();
  });
  afterAll(() => home.close());

  it('without a login', async () => {
    expect(await refusal()).toBe('there is no login; run mcp-hub login');
  });

  it('words that it does not understand', async () => {
    expect(await refusal([])).toMatch(/^name the server to run/);
    expect(await refusal([REF, '--verbose'])).toMatch(/^"--verbose" is no option of run/);
    expect(await refusal([REF, 'more'])).toBe('write -- before the arguments of the server');
    for (const reference of ['small', 'npm:small@latest', 'npm:small', 'pypi:small==latest', '../small@1'])
      expect(await refusal([reference])).toMatch(/^the reference is not understood/);
  });

  it('a login that others may read', async () => {
    await home.login(decisions, bundles.url, 'id:secret');
    const file = join(home.configuration, 'login.json');
    expect([(await stat(file)).mode & 0o777, (await stat(home.configuration)).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    await chmod(file, 0o644);
    expect(await refusal()).toMatch(/^others may read .*login\.json; run: chmod 600/);
    await chmod(file, 0o600);
    expect((await home.command(['run', REF], PING)).stdout).toBe(PONG);
  });
});

describe('signed decisions', () => {
  beforeEach(async () => {
    home = await RunHome.open();
    await home.login(decisions, bundles.url, 'id:secret');
  });
  afterEach(() => home.close());

  const forged = (): [string, () => string, RegExp][] => [
    ['of another key', () => decisions.envelope(decisions.document(), signingKey()), /another key/],
    [
      'that were changed',
      () => {
        const envelope = JSON.parse(decisions.envelope()) as { payload: string };
        const payload = Buffer.from(
          Buffer.from(envelope.payload, 'base64').toString().replace('production', 'Production'),
        );
        return JSON.stringify({ ...envelope, payload: payload.toString('base64') });
      },
      /signature of the decisions is wrong/,
    ],
    [
      'that have expired',
      () =>
        decisions.envelope(
          decisions.document({
            issued_at: '2020-01-01T00:00:00.000Z',
            valid_until: '2020-01-02T00:00:00.000Z',
          }),
        ),
      /expired/,
    ],
    [
      'of another organization',
      () =>
        decisions.envelope(
          decisions.document({ organization: { id: '1b1d2f3a-4c5e-4f60-8a7b-9c0d1e2f3a4b', slug: 'other' } }),
        ),
      /another organization/,
    ],
    [
      'of another environment',
      () => decisions.envelope(decisions.document({ environment: 'staging' })),
      /another environment/,
    ],
    ['that are none', () => '<html>sign in</html>', /no signed decisions/],
  ];

  it.each(forged())('%s are refused, and those before still count', async (_what, answer, reason) => {
    decisions.answer = answer();
    try {
      await home.forgetTime();
      const { code, stdout, stderr } = await home.command(['run', REF], PING);
      expect([code, stdout]).toEqual([0, PONG]);
      expect(stderr).toMatch(reason);
      expect(stderr).toMatch(/are used until/);
    } finally {
      decisions.answer = undefined;
    }
  });

  it('older ones than the newest that was seen are refused', async () => {
    const old = decisions.envelope();
    decisions.change({});
    await home.forgetTime();
    expect((await home.command(['run', REF], PING)).stdout).toBe(PONG);
    decisions.answer = old;
    try {
      await home.forgetTime();
      expect((await home.command(['run', REF], PING)).stderr).toMatch(
        /are older than those that were used before/,
      );
      await writeFile(await home.decisionsFile('envelope.json'), old);
      await home.forgetTime();
      expect(await refusal()).toMatch(/are older than those that were used before/);
    } finally {
      decisions.answer = undefined;
    }
  });

  it('changed in their file are refused when nobody can be asked', async () => {
    await writeFile(
      await home.decisionsFile('envelope.json'),
      decisions.envelope(decisions.document(), signingKey()),
    );
    await decisions.stop();
    try {
      expect(await refusal()).toMatch(/cannot be reached .*signed with another key/);
    } finally {
      await decisions.restart();
    }
  });

  it('count without the hub until they expire, and not longer', async () => {
    decisions.change({ valid_until: new Date(Date.now() + 4000).toISOString(), ask_again_seconds: 1 });
    await home.forgetTime();
    expect((await home.command(['run', REF], PING)).stdout).toBe(PONG);
    await decisions.stop();
    try {
      await home.forgetTime();
      expect((await home.command(['run', REF], PING)).stderr).toMatch(/cannot be reached .*are used until/);
      await wait(4000);
      expect(await refusal()).toMatch(/cannot be reached .*; the decisions expired/);
    } finally {
      decisions.change({ valid_until: undefined, ask_again_seconds: 900 });
      await decisions.restart();
    }
  });

  it('that the hub does not have any more refuse, and are asked for with their ETag', async () => {
    decisions.asked.length = 0;
    await home.forgetTime();
    expect((await home.command(['run', REF], PING)).stdout).toBe(PONG);
    expect(decisions.asked).toEqual([expect.stringMatching(/ 304$/)]);
    decisions.status = 404;
    try {
      await home.forgetTime();
      expect(await refusal()).toMatch(/does not know the allow list any more/);
    } finally {
      decisions.status = undefined;
    }
  });
});

describe('bundles and manifests', () => {
  beforeAll(async () => {
    home = await RunHome.open();
    await home.login(decisions, bundles.url, 'id:secret');
  });
  afterAll(() => home.close());

  let count = 0;
  /** Why a version is refused; nothing of it may be cached. */
  async function refused(bundle: Buffer, manifest: object): Promise<string> {
    count += 1;
    const version = `2.0.${count}`;
    const entry = decidedServer(ID, version, bundles.offer(bundle, manifest));
    decisions.change({ entries: [entry] });
    await home.forgetTime();
    return await refusal([`${ID}@${version}`]);
  }

  it('a bundle with a path that leaves it is refused', async () => {
    const entry = { name: '../../evil.mjs', content: 'x' };
    expect(await refused(await smallServer('leaves', [entry]), smallManifest(ID))).toMatch(
      /bundle is refused/,
    );
    expect(await home.cached()).toEqual([]);
  });

  it('other bytes than the certified ones are refused', async () => {
    bundles.otherBytes = await smallServer('another one');
    expect(await refused(await smallServer('the right one'), smallManifest(ID))).toMatch(
      /not the one that was certified/,
    );
    bundles.otherBytes = undefined;
    expect(await home.cached()).toEqual([]);
  });

  it('a manifest that starts another program than its runtime is refused', async () => {
    const manifest = smallManifest(ID, { entrypoint: { command: ['/bin/sh', '-c', 'echo it runs'] } });
    expect(await refused(await smallServer('a shell'), manifest)).toBe(
      'the command starts "/bin/sh", and the manifest declares node',
    );
  });

  it('a manifest without a command, or of another package, is refused', async () => {
    const nothing = smallManifest(ID, { entrypoint: {} });
    expect(await refused(await smallServer('no command'), nothing)).toMatch(/names no command/);
    expect(await refused(await smallServer('other'), smallManifest('acme/other'))).toMatch(/another package/);
  });
});

describe('the cache', () => {
  beforeEach(async () => {
    home = await RunHome.open();
    decisions.change({ entries: [decidedServer(ID, '1.0.0', digest)] });
    await home.login(decisions, bundles.url, 'id:secret');
  });
  afterEach(() => home.close());

  it('is shared by two runs at once', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => home.command(['run', REF], PING)));
    expect(outcomes.map(({ code, stdout }) => [code, stdout])).toEqual([1, 2, 3].map(() => [0, PONG]));
    expect(await home.cached()).toEqual([digest.replace(':', '-')]);
  });

  it('has nothing that runs after a kill in the middle of a download', async () => {
    bundles.stopsAfter = 100;
    const running = home.start([REF]);
    while (!bundles.asked.at(-1)?.endsWith('/bundle') || (await home.cached()).length === 0) {
      expect(running.exitCode).toBe(null);
      await wait(20);
    }
    running.kill('SIGKILL');
    await once(running, 'close');
    bundles.stopsAfter = undefined;
    expect(await home.cached()).toEqual([expect.stringMatching(/^\.new-/)]);
    expect((await home.command(['run', REF], PING)).stdout).toBe(PONG);
    expect((await home.command(['cache', 'prune'])).code).toBe(0);
    expect(await home.cached()).toEqual([digest.replace(':', '-')]);
  });

  it('lists, verifies and removes what is in it', async () => {
    expect((await home.command(['run', REF], PING)).stdout).toBe(PONG);
    const { stdout } = await home.command(['cache', 'ls']);
    expect(stdout).toMatch(new RegExp(`^acme/small@1\\.0\\.0\\t${digest}\\t\\d+ bytes\\t\\d{4}-`));
    expect(await home.command(['cache', 'verify'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ok\t/),
    });
    const file = join(home.cache, 'entries', digest.replace(':', '-'), 'files/dist/server.mjs');
    await expect(writeFile(file, 'x').then(() => process.getuid?.() === 0)).resolves.toBe(
      process.getuid?.() === 0,
    );
    await chmod(file, 0o644);
    await writeFile(file, 'console.log("another program")');
    expect(await refusal()).toMatch(/were changed; run mcp-hub cache verify/);
    const verified = await home.command(['cache', 'verify']);
    expect([verified.code, verified.stdout]).toEqual([
      1,
      expect.stringMatching(/^damaged, removed\t.*server\.mjs was changed\n$/),
    ]);
    expect(await home.cached()).toEqual([]);
    expect((await home.command(['run', REF], PING)).stdout).toBe(PONG);
    await mkdir(join(home.cache, 'entries', digest.replace(':', '-'), 'files/extra')).catch(() => undefined);
    expect((await home.command(['cache', 'prune', '--all'])).stdout).toMatch(
      /^removed\tacme\/small@1\.0\.0\t/,
    );
    expect(await home.cached()).toEqual([]);
  });
});
