import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fetchSource } from '@mcp-hub/sources';
import { decidedPackage, SignedDecisions } from '../support/decisions-server.js';
import { PypiIndex, wheelOf, type PypiFile } from '../support/pypi-index.js';
import { RunHome } from '../support/run-home.js';

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
const PONG = '{"jsonrpc": "2.0", "id": 1, "result": {}}\n';

/** A server that answers pings, and says what it was started with. */
const SERVER = `
import json, os, sys


def main():
    print(sorted(os.environ), sys.argv[1:], file=sys.stderr)
    for line in sys.stdin:
        print(json.dumps({"jsonrpc": "2.0", "id": json.loads(line)["id"], "result": {}}), flush=True)
`;

/** A wheel whose metadata states what it needs. */
function wheel(name: string, requirements = '', tag = 'py3-none-any'): PypiFile {
  const stem = name.replaceAll('-', '_');
  return wheelOf(
    name,
    {
      [`${stem}/__init__.py`]: '',
      [`${stem}/server.py`]: SERVER,
      [`${stem}-1.0.dist-info/METADATA`]: `Metadata-Version: 2.4\nName: ${name}\nVersion: 1.0\n${requirements}\n`,
    },
    tag,
  );
}

const RELEASES: Readonly<Record<string, readonly PypiFile[]>> = {
  'small-server': [wheel('small-server')],
  'needs-others': [wheel('needs-others', 'Requires-Dist: mcp==1.20.0\n')],
  'needs-an-address': [wheel('needs-an-address', 'Requires-Dist: mcp @ https://example.com/mcp.whl\n')],
  'for-one-system': [wheel('for-one-system', '', 'cp311-cp311-linux_x86_64')],
  'other-bytes': [wheel('other-bytes')],
};

let index: PypiIndex;
let decisions: SignedDecisions;
let home: RunHome;

/** The digest that an analysis of a release has. */
async function analyzedDigest(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-release-'));
  try {
    const options = { folder, pypiIndex: index.settings.ANALYSIS_PYPI_INDEX ?? '' };
    const { sha256, release } = await fetchSource({ kind: 'pypi', name, version: '1.0' }, options);
    return `sha256:${release?.sha256 ?? sha256}`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

beforeAll(async () => {
  index = await PypiIndex.start();
  for (const [name, files] of Object.entries(RELEASES)) index.releases.set(`${name}==1.0`, [...files]);
  const decided = [];
  for (const name of Object.keys(RELEASES))
    decided.push(decidedPackage('pypi', name, '1.0', await analyzedDigest(name)));
  index.releases.set('other-bytes==1.0', [wheel('other-bytes', 'Requires-Python: >=3.8\n')]);
  index.downloads.length = 0;
  decisions = await SignedDecisions.start(decided);
  home = await RunHome.open();
  await home.login(decisions, decisions.url, 'id:secret');
});
afterAll(async () => {
  await home.close();
  await decisions.stop();
  index.close();
});

const run = (name: string, words: readonly string[] = [], more = {}) =>
  home.command(['run', `pypi:${name}==1.0`, ...words], PING, {
    MCP_HUB_PYPI_INDEX: index.settings.ANALYSIS_PYPI_INDEX ?? '',
    ...more,
  });

describe('mcp-hub run pypi:name==version', () => {
  it('starts the release whose digest was decided about, and again without its index', async () => {
    const variables = { PYTHONPATH: '/', PYTHONSTARTUP: '/x.py', OTHER: 'x' };
    const first = await run('small-server', ['--', '--verbose'], variables);
    expect([first.code, first.stdout]).toEqual([0, PONG]);
    expect(first.stderr).toMatch(/\['--verbose'\]/);
    expect(first.stderr).not.toMatch(/PYTHONPATH|PYTHONSTARTUP|OTHER/);
    index.isAway = true;
    try {
      const again = await run('small-server');
      expect([again.code, again.stdout]).toEqual([0, PONG]);
    } finally {
      index.isAway = false;
    }
    expect(index.downloads.filter((file) => file.startsWith('small_server-'))).toHaveLength(1);
  });

  it.each([
    ['needs-others', /^needs-others needs mcp, which its archive does not have.*--with-dependencies/],
    [
      'needs-an-address',
      /^it needs "mcp @ https:\/\/example\.com\/mcp\.whl", which is no package of the index/,
    ],
    ['for-one-system', /^for-one-system 1\.0 has no wheel for every platform/],
    ['other-bytes', /^other-bytes 1\.0 is not the one that was analyzed/],
    ['unknown', /^pypi:unknown==1\.0 is not allowed: the decisions name no such server/],
  ])('refuses %s', async (name, reason) => {
    const { code, stdout, stderr } = await run(name);
    expect([code, stdout]).toEqual([126, '']);
    expect(stderr.replace('mcp-hub run: ', '')).toMatch(reason);
  });
});
