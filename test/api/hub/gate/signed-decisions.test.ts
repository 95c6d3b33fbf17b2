import {
  decide,
  decideNewest,
  seenOf,
  readDecisions,
  type PublicKey,
} from '@mcp-hub/client-configurations/decisions';
import { EXACT } from '@mcp-hub/client-configurations';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import canonicalize from 'canonicalize';
import { allowListOf, npmServer, npmVersion, pathOfList, unique } from '../../../support/allow-lists.js';
import { CiGate, commitOf, uniqueName } from '../../../support/ci-gate.js';
import { decisionsIn, keysOf } from '../../../support/signed-decisions.js';

let gate: CiGate;
let keys: PublicKey[];
beforeAll(async () => {
  gate = await CiGate.start();
  keys = await keysOf(gate.actors.anonymous);
});
afterAll(async () => {
  await gate.close();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const HOUR = 3_600_000;
const anonymous = (path: string, headers: Record<string, string> = {}) =>
  gate.actors.anonymous.get(path, { headers });
const documentAt = async (path: string) =>
  decisionsIn((await anonymous(`${path}/decisions.json`)).body, keys, new Date(Date.now()));
const own = (orgId: string, environment?: string): string =>
  `/api/v1/orgs/${orgId}/decisions${environment === undefined ? '' : `?environment=${environment}`}`;

/** The time of the program from now on. */
function at(time: number): void {
  jest.spyOn(Date, 'now').mockReturnValue(time);
}

describe('GET /allow/{address}/decisions.json', () => {
  it('is unknown for another address, also with the ETag of a known one', async () => {
    const org = await gate.actors.organization();
    const { path } = await allowListOf(org.owner, org.id);
    const etag = (await anonymous(`${path}/decisions.json`)).headers.get('etag') ?? '';
    const other = `/allow/${'x'.repeat(43)}`;
    for (const file of ['decisions.json', 'decisions/1.json']) {
      expect((await anonymous(`${other}/${file}`, { 'if-none-match': etag })).status).toBe(404);
      expect((await anonymous(`/allow/short/${file}`)).status).toBe(404);
    }
  });

  it('is unknown while the organization is suspended or not on the Enterprise plan, and once the address is another', async () => {
    const org = await gate.actors.organization();
    const list = await allowListOf(org.owner, org.id);
    const status = async () => (await anonymous(`${list.path}/decisions.json`)).status;
    for (const change of [`status = 'SUSPENDED'`, `plan = 'PRO'`]) {
      await gate.t.rows(`UPDATE organization SET ${change} WHERE id = $1`, [org.id]);
      expect(await status()).toBe(404);
      await gate.t.rows(`UPDATE organization SET status = 'ACTIVE', plan = 'ENTERPRISE' WHERE id = $1`, [
        org.id,
      ]);
      expect(await status()).toBe(200);
    }
    const rotated = await org.owner.post(`/api/v1/orgs/${org.id}/allow-lists/${list.id}/rotate`);
    expect(await status()).toBe(404);
    expect((await anonymous(`${pathOfList(rotated.body.url as string)}/decisions.json`)).status).toBe(200);
  });

  it('says what the policies decide, signed, with the reasons', async () => {
    const org = await gate.withPolicies({
      target_type: 'SCORE',
      target_value: 'min:50',
      environments: ['production'],
    });
    const bytes = `sha256:${'c'.repeat(64)}`;
    const good = await npmServer(gate, ['1.0.0'], { score: 80, bytes });
    const bad = await npmServer(gate, ['1.0.0'], { score: 40 });
    const { path } = await allowListOf(org.owner, org.id);
    const answer = await anonymous(`${path}/decisions.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
    const document = decisionsIn(answer.body, keys);
    expect(document).toMatchObject({
      schema_version: 1,
      organization: { id: org.id, slug: expect.any(String) },
      environment: 'production',
      ask_again_seconds: 900,
      policies_applied: 1,
      denied_left_out: 0,
    });
    expect(Date.parse(document.valid_until) - Date.parse(document.issued_at)).toBe(24 * HOUR);
    const payload = Buffer.from(answer.body.payload as string, 'base64').toString();
    expect(payload).toBe(canonicalize(JSON.parse(payload)));
    const ask = (pkg: string, version = '1.0.0') =>
      decide(document, { name: `npm:${pkg}`, version, pin: EXACT });
    expect(ask(good.pkg)).toMatchObject({ decision: 'ALLOWED', digest: bytes });
    expect(ask(good.pkg, '1.0.1')).toMatchObject({ decision: 'DENIED' });
    expect(ask(bad.pkg)).toMatchObject({
      decision: 'DENIED',
      reasons: ['the global score, 40, is below 50'],
      policy: { id: org.ids[0], name: 'Policy 0' },
    });
  });

  it('says which version a name starts without one: the newest that is allowed and can be fetched', async () => {
    const org = await gate.withPolicies({ target_type: 'SCORE', target_value: 'min:50' });
    const name = uniqueName('newest');
    const pkg = `pkg-${unique()}`;
    const of = (number: string, score: number, digest?: string) => ({
      ...npmVersion(pkg, number),
      score,
      ...(digest !== undefined && { bytes: `sha256:${digest.repeat(64)}` }),
    });
    await gate.server(
      name,
      [of('1.0.0', 80, 'a'), of('1.1.0', 80, 'b'), of('1.2.0', 80), of('2.0.0', 40, 'c')],
      {
        orgId: org.id,
      },
    );
    const { path } = await allowListOf(org.owner, org.id);
    const document = await documentAt(path);
    expect(decideNewest(document, name)).toMatchObject({ decision: 'ALLOWED', entry: { semver: '1.1.0' } });
    // Nobody decides about it as a reference of a configuration.
    expect(decide(document, { name, version: 'latest', pin: EXACT }).decision).toBe('DENIED');
    expect(decideNewest(document, `npm:${pkg}`).decision).toBe('DENIED');
  });

  it.each<[string, object | null]>([
    ['was uploaded', { kind: 'upload', key: 'x' }],
    ['came from an unknown source', null],
    ['came from a package', { kind: 'npm', name: 'claims', version: '1.0.0' }],
  ])('never gives the public name of a repository to a version that %s', async (_what, source) => {
    const org = await gate.actors.organization();
    const repo = `repo-${unique()}`;
    await gate.server(
      uniqueName('claims'),
      [{ commit: commitOf('a'), semver: '1.0.0', ...(source !== null && { source }) }],
      {
        repoUrl: `https://github.com/victim/${repo}`,
      },
    );
    const { path } = await allowListOf(org.owner, org.id);
    const name = `io.github.victim/${repo}`;
    expect(decide(await documentAt(path), { name, version: '1.0.0', pin: EXACT })).toMatchObject({
      decision: 'DENIED',
      entry: undefined,
    });
  });

  it('has the same bytes until a decision changes, for all who ask', async () => {
    const org = await gate.withPolicies({ target_type: 'SCORE', target_value: 'min:50' });
    const { pkg, id } = await npmServer(gate, ['1.0.0'], { score: 80 });
    const [one, other] = [await allowListOf(org.owner, org.id), await allowListOf(org.owner, org.id)];
    const [first, second] = [
      await anonymous(`${one.path}/decisions.json`),
      await anonymous(`${other.path}/decisions.json`),
    ];
    expect(second.text).toBe(first.text);
    const etag = first.headers.get('etag') ?? '';
    const again = await anonymous(`${one.path}/decisions.json`, { 'if-none-match': etag });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    // A change of the catalog that decides nothing about a version.
    await gate.t.rows(`UPDATE mcp SET description = 'Other' WHERE id = $1`, [id]);
    expect((await anonymous(`${one.path}/decisions.json`, { 'if-none-match': etag })).status).toBe(304);
    await gate.t.rows(
      `UPDATE mcp_version SET revoked_at = now(), revoked_reason = 'stolen' WHERE mcp_id = $1`,
      [id],
    );
    const changed = await anonymous(`${one.path}/decisions.json`, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    const [before, after] = [decisionsIn(first.body, keys), decisionsIn(changed.body, keys)];
    expect(after.revision).toBeGreaterThan(before.revision);
    expect(decide(after, { name: `npm:${pkg}`, version: '1.0.0', pin: EXACT })).toMatchObject({
      decision: 'DENIED',
      reasons: ['the version is revoked: stolen'],
    });
    expect(() => readDecisions(first.body, { keys, now: new Date(), newerThan: seenOf(after) })).toThrow(
      'are older than those that were used before',
    );
  });

  it('is issued again when half of its validity is over, with the same decisions', async () => {
    const org = await gate.actors.organization();
    const { path } = await allowListOf(org.owner, org.id);
    const first = await documentAt(path);
    const issued = Date.parse(first.issued_at);
    at(issued + 12 * HOUR - 1);
    expect(await documentAt(path)).toEqual(first);
    at(issued + 12 * HOUR);
    const second = await documentAt(path);
    expect(second.issued_at).toBe(new Date(issued + 12 * HOUR).toISOString());
    expect(second.revision).toBeGreaterThan(first.revision);
    expect(second.entries).toEqual(first.entries);
  });

  it('is not valid beyond the end of an exception', async () => {
    const ends = new Date(Date.now() + HOUR);
    const org = await gate.withPolicies(
      {
        action: 'ALLOW',
        target_type: 'SCORE',
        target_value: 'min:90',
        reason: 'x',
        expires_at: ends.toISOString(),
      },
      { target_type: 'SCORE', target_value: 'min:90' },
    );
    const { pkg } = await npmServer(gate, ['1.0.0'], { score: 80 });
    const { path } = await allowListOf(org.owner, org.id);
    const ask = async () =>
      decide(await documentAt(path), { name: `npm:${pkg}`, version: '1.0.0', pin: EXACT });
    expect((await documentAt(path)).valid_until).toBe(ends.toISOString());
    expect((await ask()).decision).toBe('ALLOWED');
    at(ends.getTime());
    expect((await ask()).decision).toBe('DENIED');
  });

  it('numbers issues upwards when the clock goes back or the last issue is lost', async () => {
    const org = await gate.actors.organization();
    const { path } = await allowListOf(org.owner, org.id);
    const first = await documentAt(path);
    const issued = Date.parse(first.issued_at);
    at(issued - 30_000);
    await gate.t.rows(
      `UPDATE decision_issue SET content_digest = 'other', catalog_revision = 0 WHERE org_id = $1`,
      [org.id],
    );
    const second = await documentAt(path);
    expect(second.revision).toBe(first.revision + 1);
    expect(second.issued_at).toBe(first.issued_at);
    at(issued + 1000);
    await gate.t.rows('DELETE FROM decision_issue WHERE org_id = $1', [org.id]);
    expect((await documentAt(path)).revision).toBeGreaterThan(second.revision);
  });

  it('has an address for each issue, which caches may keep', async () => {
    const org = await gate.withPolicies({ target_type: 'SCORE', target_value: 'min:50' });
    const { path } = await allowListOf(org.owner, org.id);
    const current = await anonymous(`${path}/decisions.json`);
    const address = `${path}/${current.headers.get('content-location') ?? ''}`;
    const issue = await anonymous(address);
    expect([issue.status, issue.text]).toEqual([200, current.text]);
    expect(issue.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const wrong of [
      '0.json',
      '1.json',
      '01.json',
      'x.json',
      `${'9'.repeat(17)}.json`,
      '1',
      '-1.json',
      '1e3.json',
    ])
      expect([wrong, (await anonymous(`${path}/decisions/${wrong}`)).status]).toEqual([wrong, 404]);
    await npmServer(gate, ['1.0.0'], { score: 80 });
    expect((await anonymous(address)).status).toBe(404);
  });

  it('is one issue for concurrent callers', async () => {
    const org = await gate.actors.organization();
    const { path } = await allowListOf(org.owner, org.id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => anonymous(`${path}/decisions.json`)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('shows private servers of its organization alone', async () => {
    const [org, stranger] = [await gate.actors.organization(), await gate.actors.organization()];
    const name = uniqueName('private');
    await gate.server(name, [npmVersion(`pkg-${unique()}`, '1.0.0')], {
      orgId: org.id,
      visibility: 'private',
    });
    const names = async (of: typeof org) =>
      (await documentAt((await allowListOf(of.owner, of.id)).path)).entries.map((entry) => entry.name);
    expect(await names(org)).toContain(name);
    expect(await names(stranger)).not.toContain(name);
  });
});

describe('GET /api/v1/orgs/{id}/decisions', () => {
  it('refuses those who may not, and invalid environments', async () => {
    const [org, stranger] = [await gate.actors.organization(), await gate.actors.organization()];
    expect((await gate.actors.anonymous.get(own(org.id))).status).toBe(401);
    expect((await stranger.owner.get(own(org.id))).status).toBe(404);
    const foreign = await gate.actors.serviceToken(stranger.id, [`ci:org:${stranger.id}`]);
    expect((await foreign.get(own(org.id))).status).toBe(404);
    const other = await gate.actors.serviceToken(org.id, [`grc:read:org:${org.id}`]).catch(() => undefined);
    if (other !== undefined) expect((await other.get(own(org.id))).status).toBe(403);
    const { status, body } = await org.owner.get(own(org.id, '%C3%A4'));
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^environment/)]);
  });

  it('answers the token of a pipeline with what the list of the environment has', async () => {
    const org = await gate.withPolicies({
      target_type: 'SCORE',
      target_value: 'min:50',
      environments: ['staging'],
    });
    await npmServer(gate, ['1.0.0'], { score: 40 });
    const { path } = await allowListOf(org.owner, org.id, 'Staging');
    const answer = await org.client.get(own(org.id, 'staging'));
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.headers.get('vary')).toContain('Authorization');
    expect(answer.text).toBe((await anonymous(`${path}/decisions.json`)).text);
    const known = { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } };
    expect((await org.client.get(own(org.id, 'staging'), known)).status).toBe(304);
    const production = decisionsIn((await org.client.get(own(org.id))).body, keys);
    expect([production.environment, production.policies_applied]).toEqual(['production', 0]);
  });

  it('keeps the issues of at most 100 environments, of any number that is asked for', async () => {
    const org = await gate.actors.organization();
    await gate.t.rows(
      `INSERT INTO decision_issue
         (org_id, environment, revision, basis, catalog_revision, content_digest, issued_at, valid_until)
       SELECT $1, 'e' || n, n, '', 0, '', to_timestamp(n), to_timestamp(n + 1) FROM generate_series(1, 120) n`,
      [org.id],
    );
    expect((await org.owner.get(own(org.id))).status).toBe(200);
    const rows = await gate.t.rows('SELECT environment FROM decision_issue WHERE org_id = $1', [org.id]);
    expect(rows.length).toBe(100);
    expect(rows).toContainEqual({ environment: 'production' });
  });
});
