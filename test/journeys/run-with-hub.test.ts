import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signJwt } from '../support/actors.js';
import { allowListOf } from '../support/allow-lists.js';
import { digestOf, publish, setStatus, uploadBundle } from '../support/builders.js';
import { smallManifest } from '../support/bundle-registry.js';
import { CiGate, commitOf } from '../support/ci-gate.js';
import { RunHome } from '../support/run-home.js';
import { keysOf } from '../support/signed-decisions.js';
import { smallServer } from '../support/small-server.js';

const ID = 'acme/small';
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
const PONG = '{"jsonrpc":"2.0","id":1,"result":{}}\n';

let gate: CiGate;
let home: RunHome;

beforeAll(async () => {
  gate = await CiGate.start();
  home = await RunHome.open();
});
afterAll(async () => {
  await home.close();
  await gate.close();
});

describe('mcp-hub run, with the decisions of a hub and the bundles of its registry', () => {
  it('starts what the policies allow, and stops at the next question when a version is revoked', async () => {
    const publisher = await gate.t.actors.admin();
    const bundle = await smallServer('with a hub');
    const digest = digestOf(bundle);
    const change = {
      bundle_digest: digest,
      bundle_size_bytes: bundle.length,
      manifest_json: smallManifest(ID),
    };
    expect((await publish(publisher, ID, '1.0.0', change)).status).toBe(200);
    expect((await uploadBundle(publisher, 'acme', bundle)).status).toBe(200);
    expect((await setStatus(publisher, ID, '1.0.0', 'published')).status).toBe(200);
    const source = {
      kind: 'registry',
      org: 'acme',
      name: 'small',
      version: '1.0.0',
      bundle_digest: digest,
      manifest_digest: digest,
    };
    const row = { commit: commitOf('a'), semver: '1.0.0', source, bytes: digest, score: 80 };
    const mcpId = await gate.server(ID, [row]);
    const org = await gate.withPolicies({ target_type: 'SCORE', target_value: 'min:50' });
    const { url } = await allowListOf(org.owner, org.id);
    const [key] = await keysOf(gate.actors.anonymous);
    const list = new URL(url);
    const words = [
      ...['login', '--server', gate.t.url, '--allow-list', `${gate.t.url}${list.pathname}`],
      ...['--key', key?.kid ?? '', '--org', org.id, '--environment', 'production', '--token-stdin'],
    ];
    const token = await signJwt({ scopes: ['mcp:resolve', 'artifact:download'], resources: ['org/acme/'] });
    expect(await home.command(words, `${token}\n`)).toMatchObject({ code: 0, stderr: '' });
    const shown = await home.command(['login', '--show']);
    expect(shown.stdout).toMatch(new RegExp(`^key\t${key?.kid ?? ''}$`, 'm'));
    for (const secret of [token, list.pathname.split('/').at(-1) ?? ''])
      expect(shown.stdout).not.toContain(secret);

    for (const reference of [`${ID}@1.0.0`, digest]) {
      const { code, stdout } = await home.command(['run', reference], PING);
      expect([reference, code, stdout]).toEqual([reference, 0, PONG]);
    }
    await gate.t.rows(
      `UPDATE mcp_version SET revoked_at = now(), revoked_reason = 'it leaks' WHERE mcp_id = $1`,
      [mcpId],
    );
    expect((await home.command(['run', `${ID}@1.0.0`], PING)).code).toBe(0);
    await home.forgetTime();
    const { code, stdout, stderr } = await home.command(['run', `${ID}@1.0.0`], PING);
    expect([code, stdout]).toEqual([126, '']);
    expect(stderr).toMatch(/^mcp-hub run: acme\/small@1\.0\.0 is not allowed: .*it leaks/);
    for (const text of [/^removed .*login\.json$/m, /^there was no login$/m])
      expect(await home.command(['logout'])).toMatchObject({ code: 0, stdout: expect.stringMatching(text) });
    expect(await home.command(words, 'no-token\n')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('must be an API token of the registry, as id:secret, or a JWT'),
    });
    expect((await home.command(['run', `${ID}@1.0.0`])).stderr).toMatch(
      /there is no login; run mcp-hub login/,
    );
  });
});
