import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { digestOf } from '../support/builders.js';
import { NpmRegistry } from '../support/npm-registry.js';
import { RunHome } from '../support/run-home.js';
import { decidedPackage, SignedDecisions } from '../support/decisions-server.js';
import { smallPackage } from '../support/small-server.js';

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
const PONG = '{"jsonrpc":"2.0","id":1,"result":{}}\n';
const STATE = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'state' } })}\n`;

/** Packages by their names, and what their `package.json` has besides. */
const PACKAGES = {
  'small-server': {},
  'needs-others': { dependencies: { 'small-library': '1.0.0' } },
  'has-others': { dependencies: { 'small-library': '1.0.0' }, bundleDependencies: ['small-library'] },
  'other-bytes': {},
  'no-command': { bin: undefined },
  'starts-another': { bin: '../../bin/sh' },
};

let npm: NpmRegistry;
let decisions: SignedDecisions;
let home: RunHome;

beforeAll(async () => {
  const releases = await Promise.all(
    Object.entries(PACKAGES).map(async ([name, more]) => {
      const json = { name, version: '1.0.0', type: 'module', bin: './dist/server.mjs', ...more };
      return { name, version: '1.0.0', bytes: await smallPackage(json) };
    }),
  );
  const library = await smallPackage({ name: 'small-library', version: '1.0.0' });
  npm = await NpmRegistry.start([...releases, { name: 'small-library', version: '1.0.0', bytes: library }]);
  decisions = await SignedDecisions.start(
    releases.map(({ name, version, bytes }) =>
      decidedPackage('npm', name, version, name === 'other-bytes' ? digestOf('others') : digestOf(bytes)),
    ),
  );
  home = await RunHome.open();
  await home.login(decisions, decisions.url, 'id:secret');
});
afterAll(async () => {
  await home.close();
  await decisions.stop();
  npm.close();
});

const run = (name: string, words: readonly string[] = [], input = PING, more = {}) =>
  home.command(['run', ...words, `npm:${name}@1.0.0`], input, { ...npm.settings, ...more });

describe('mcp-hub run npm:name@version', () => {
  it('starts the package whose digest was decided about, and again without its registry', async () => {
    const first = await run('small-server');
    expect([first.code, first.stdout]).toEqual([0, PONG]);
    expect(first.stderr).toMatch(/^mcp-hub run: what the certified version shows is not known.*\n$/);
    const again = await run('small-server', ['--env', 'MY_TOKEN'], STATE, {
      MY_TOKEN: 'x',
      OTHER: 'x',
      NODE_PATH: '/',
    });
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/MY_TOKEN/);
    expect(again.stdout).not.toMatch(/OTHER|NODE_PATH/);
    expect(npm.downloads.filter((path) => path.startsWith('small-server/'))).toHaveLength(1);
  });

  it('starts one that has its dependencies in its archive', async () => {
    expect((await run('has-others')).stdout).toBe(PONG);
  });

  it.each([
    [
      'needs-others',
      /^needs-others needs small-library, which its archive does not have.*--with-dependencies/,
    ],
    ['other-bytes', /^other-bytes 1\.0\.0 is not the one that was analyzed/],
    ['no-command', /^no-command has no command of its own name/],
    ['starts-another', /^the command starts "\.\.\/\.\.\/bin\/sh", which is no file of the bundle/],
    ['unknown', /^npm:unknown@1\.0\.0 is not allowed: the decisions name no such server/],
  ])('refuses %s', async (name, reason) => {
    const { code, stdout, stderr } = await run(name);
    expect([code, stdout]).toEqual([126, '']);
    expect(stderr.replace('mcp-hub run: ', '')).toMatch(reason);
  });

  it('installs dependencies where that is accepted, and says that nobody has verified them', async () => {
    const words = ['--with-dependencies'];
    for (const { code, stdout, stderr } of [
      await run('needs-others', words),
      await run('needs-others', words),
    ]) {
      expect([code, stdout]).toEqual([0, PONG]);
      expect(stderr).toMatch(
        /not verified: 1 dependencies as npm resolved them, without their install scripts/,
      );
    }
    expect(npm.downloads.filter((path) => path.startsWith('small-library/'))).toHaveLength(1);
    expect(await home.cached()).toContainEqual(
      expect.stringMatching(/^sha256-[0-9a-f]{64}-with-dependencies$/),
    );
    expect((await run('needs-others')).code).toBe(126);
  });
});
