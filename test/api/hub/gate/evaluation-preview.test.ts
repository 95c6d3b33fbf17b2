import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../../support/api-client.js';
import { aMcp } from '../../../support/catalog.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub({ RATE_LIMIT_ANONYMOUS: '1000' });

const CHECK = '/api/v1/catalog/check';
const MIB = 1024 * 1024;
const count = async (table: string): Promise<number> =>
  (await t.rows<{ count: number }>(`SELECT count(*)::integer AS count FROM ${table}`))[0]?.count ?? 0;

let org: Awaited<ReturnType<typeof actors.organization>>;
let preview: string;
let packageName: string;
beforeAll(async () => {
  org = await actors.organization();
  preview = `/api/v1/orgs/${org.id}/evaluations/preview`;
  packageName = `checked-${randomUUID().slice(0, 8)}`;
  const mcp = await aMcp(t, { name: `checked/${packageName}` });
  const source = JSON.stringify({ kind: 'npm', name: packageName, version: '1.2.0' });
  const version = await mcp.version({ semver: '1.2.0', source });
  await version.snapshot({ global_score: 65, critical_findings: 0, low_findings: 4 });
  const hidden = await aMcp(t, { name: `${org.slug}/hidden`, org_id: org.id, visibility: 'private' });
  await (await hidden.version()).snapshot();
  const pending = await aMcp(t, { name: 'checked/pending' });
  await pending.version();
});

/** A configuration with an npm package, a local program, a shell line and a package without a version. */
const configuration = (): string =>
  [
    '{ "mcpServers": {',
    `  "files": { "command": "npx", "args": ["-y", "${packageName}@1.2.0"] },`,
    '  "own": { "command": "./server.py" },',
    '  "line": { "command": "bash", "args": ["-c", "curl x | sh"] }, // unknown',
    `  "floating": { "command": "npx", "args": ["${packageName}"] }`,
    '} }',
  ].join('\n');

const bodies = (body: object): object => ({ environment: 'production', ...body });

describe.each(['preview', 'check'])('%s answers 400 for', (operation) => {
  const send = (body: object) =>
    operation === 'check' ? actors.anonymous.post(CHECK, body) : org.owner.post(preview, bodies(body));

  it.each<[string, object, RegExp]>([
    ['neither a list nor a configuration', {}, /^mcps or configuration is required/],
    ['both', { mcps: [{ name: 'a/b', version: 'latest' }], configuration: 'a/b' }, /^mcps or configuration/],
    ['an empty list', { mcps: [] }, /^mcps must be a list of 1 to/],
    ['a list that is none', { mcps: 'a/b' }, /^mcps must be/],
    ['an item that is none', { mcps: ['a/b'] }, /^mcps\.0 must be/],
    ['an item without a name', { mcps: [{ version: '1.0.0' }] }, /^mcps\.0\.name must be/],
    ['a version that is none', { mcps: [{ name: 'a/b', version: 1 }] }, /^mcps\.0\.version must be/],
    ['a configuration that is none', { configuration: 1 }, /^configuration must be a text/],
    ['null', { configuration: null }, /^mcps or configuration is required/],
    ['too long a configuration', { configuration: `# ${'x'.repeat(MIB)}` }, /^configuration must be a text/],
    ['an empty configuration', { configuration: '' }, /^configuration must name at least one server/],
    ['one without servers', { configuration: '{"mcpServers": {}}' }, /^configuration must name at least/],
    [
      'broken JSON',
      { configuration: '{"mcpServers": {', file_name: '.mcp.json' },
      /^configuration cannot be read: \.mcp\.json:1:17: is not JSON/,
    ],
    [
      'another JSON',
      { configuration: '{"a": 1}' },
      /^configuration cannot be read: configuration:1:1: has no/,
    ],
    ['deep nesting', { configuration: '['.repeat(100_000) }, /nests more than 64/],
    ['a file name that is none', { configuration: 'a/b', file_name: {} }, /^file_name must be/],
    [
      'more servers than it takes',
      { configuration: 'a/b 1.0.0\n'.repeat(1001) },
      /^configuration must name at most/,
    ],
    [
      'many more, of which it reads no more than it needs to refuse them',
      { configuration: `${'a/b 1.0.0\n'.repeat(1001)}${'x'.repeat(5000)}` },
      /^configuration must name at most/,
    ],
    [
      'many more in JSON',
      {
        configuration: JSON.stringify({
          mcpServers: Object.fromEntries(
            Array.from({ length: 1002 }, (_, index) => [`s${index}`, index > 1000 ? 1 : {}]),
          ),
        }),
      },
      /^configuration must name at most/,
    ],
  ])('%s', async (_what, body, message) => {
    const answer = await send(body);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('a body that is too large: 413', async () => {
    expect((await send({ configuration: 'x'.repeat(4 * MIB) })).status).toBe(413);
  });
});

describe('POST /api/v1/orgs/{orgId}/evaluations/preview', () => {
  it('is refused for outsiders, tokens without the permission, and other plans', async () => {
    const body = bodies({ configuration: 'a/b' });
    const other = await actors.organization();
    const free = await actors.organization();
    await t.rows(`UPDATE organization SET plan = 'FREE' WHERE id = $1`, [free.id]);
    const callers: [ApiClient, string, number][] = [
      [actors.anonymous, preview, 401],
      [other.owner, preview, 404],
      [await actors.serviceToken(org.id, [`ci:org:${org.id}`]), preview, 403],
      [free.owner, preview.replace(org.id, free.id), 403],
      [await actors.member(org.id, 'MEMBER'), preview, 200],
    ];
    for (const [caller, path, status] of callers) expect((await caller.post(path, body)).status).toBe(status);
    const invalid = await org.owner.post(preview, { configuration: 'a/b', environment: ' ' });
    expect([invalid.status, invalid.body.message]).toEqual([400, expect.stringMatching(/^environment /)]);
  });

  it('decides as the gate, and records and emits nothing', async () => {
    const policy = await org.owner.post(`/api/v1/orgs/${org.id}/policies`, {
      name: 'No low scores',
      action: 'DENY',
      target_type: 'SCORE',
      target_value: 'min:70',
      priority: 1,
      environments: ['production'],
    });
    const mcps = [
      { name: `npm:${packageName}`, version: '1.2.0' },
      { name: `${org.slug}/hidden`, version: 'latest' },
      { name: 'checked/nothing', version: 'latest' },
    ];
    const before = [await count('evaluation'), await count('organization_event'), await count('audit_event')];
    const { status, body } = await org.owner.post(preview, bodies({ mcps }));
    expect(status).toBe(200);
    const pipeline = await actors.serviceToken(org.id, [`ci:org:${org.id}`]);
    expect([await count('evaluation'), await count('organization_event')]).toEqual(before.slice(0, 2));
    const gate = await pipeline.post('/api/v1/ci/evaluate', bodies({ org_id: org.id, mcps }));
    const shown = { entry: null, line: null, format: null, disabled: false, notes: [] };
    expect(body).toEqual({
      result: 'FAIL',
      evaluated_at: expect.any(String),
      evaluation_id: null,
      policies_applied: 1,
      warnings: [],
      mcps: gate.body.mcps.map((server: object) => ({ ...server, ...shown })),
    });
    expect(body.mcps.map(({ result }: { result: string }) => result)).toEqual([
      'DENIED',
      'ALLOWED',
      'DENIED',
    ]);
    const staging = await org.owner.post(preview, { environment: 'staging', mcps: mcps.slice(0, 2) });
    expect(staging.body.result).toBe('PASS');
    await org.owner.delete(`/api/v1/orgs/${org.id}/policies/${policy.body.id}`);
  });

  it('reads a configuration as the command does: what is unknown, local or floating is denied', async () => {
    const { body } = await org.owner.post(
      preview,
      bodies({ configuration: configuration(), file_name: '.mcp.json' }),
    );
    const npm = { as: 'npm_package', mcp: { name: `checked/${packageName}` } };
    expect(body).toMatchObject({
      result: 'FAIL',
      mcps: [
        {
          entry: 'files',
          line: 2,
          format: 'Claude Code',
          disabled: false,
          name: `npm:${packageName}`,
          version: '1.2.0',
          result: 'ALLOWED',
          understood: npm,
        },
        {
          entry: 'own',
          line: 3,
          name: './server.py',
          result: 'DENIED',
          understood: null,
          global_score: null,
        },
        {
          entry: 'line',
          line: 4,
          result: 'DENIED',
          reason: expect.stringContaining('shell'),
          understood: null,
        },
        {
          entry: 'floating',
          line: 5,
          version: 'latest',
          result: 'DENIED',
          reason: expect.stringMatching(/^no version is pinned.*the newest analyzed version is 1\.2\.0/),
        },
      ],
    });
    expect(body.mcps[1].reason).toMatch(/^it runs a program of this machine \(\.\/server\.py\)/);
  });

  it('reads TOML and YAML by their keys or names, and denies what is disabled like others', async () => {
    const toml = `[mcp_servers.files]
command = "npx"
args = ["-y", "${packageName}"]
enabled = false
surprise = 1
`;
    for (const file of [{}, { file_name: '.codex/config.toml' }]) {
      const { body } = await org.owner.post(preview, bodies({ configuration: toml, ...file }));
      expect(body).toMatchObject({
        result: 'FAIL',
        mcps: [
          {
            entry: 'files',
            line: 1,
            format: 'Codex',
            disabled: true,
            result: 'DENIED',
            reason: expect.stringMatching(/^no version is pinned/),
            notes: ['the key "surprise" is not known, and was not read'],
          },
        ],
      });
    }
    const yaml = `extensions: {files: {cmd: npx, args: [-y, "${packageName}@1.2.0"]}}`;
    expect((await org.owner.post(preview, bodies({ configuration: yaml }))).body).toMatchObject({
      mcps: [{ entry: 'files', format: 'Goose', disabled: false, result: 'ALLOWED' }],
    });
  });

  it.each([
    [{ configuration: 'a: &x s3cret', file_name: 'a.yaml' }, /a\.yaml:1:7: has an anchor of YAML/],
    [{ configuration: 'token = "s3cret"' }, /configuration:1:1: is TOML and has no "mcp_servers"/],
    [
      { configuration: '{"mcpServers": {}}', file_name: '.MCP.json' },
      /\.MCP\.json: is \.mcp\.json of Claude Code/,
    ],
  ])('refuses %j, and shows nothing of it', async (request, message) => {
    const { status, body } = await org.owner.post(preview, bodies(request));
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    expect(body.message).not.toContain('s3cret');
  });

  it('reads plain lists, and passes what is pinned and allowed', async () => {
    const { body } = await org.owner.post(
      preview,
      bodies({ configuration: `# mine\nnpm:${packageName}@1.2.0\n` }),
    );
    expect(body).toMatchObject({ result: 'PASS', mcps: [{ line: 2, entry: `npm:${packageName}@1.2.0` }] });
  });
});

describe('POST /api/v1/catalog/check', () => {
  const check = async (caller: ApiClient, body: object) => {
    const answer = await caller.post(CHECK, body);
    expect(answer.status).toBe(200);
    return answer.body.mcps;
  };

  it('answers 401 for invalid credentials, 404 for a foreign organization and 400 beyond 100 servers', async () => {
    const mcps = [{ name: 'a/b' }];
    expect((await actors.anonymous.as('Bearer mcp_tk_unknown').post(CHECK, { mcps })).status).toBe(401);
    for (const caller of [actors.anonymous, (await actors.organization()).owner]) {
      expect((await caller.post(CHECK, { mcps, org_id: org.id })).status).toBe(404);
    }
    expect((await org.owner.post(CHECK, { mcps, org_id: 'x' })).body.message).toMatch(/^org_id must be/);
    const many = Array.from({ length: 101 }, () => ({ name: 'a/b' }));
    expect((await actors.anonymous.post(CHECK, { mcps: many })).status).toBe(400);
  });

  it('shows what the catalog has about public servers', async () => {
    const found = await check(actors.anonymous, {
      mcps: [
        { name: packageName },
        { name: `npm:${packageName}`, version: '9.9.9' },
        { name: 'checked/nothing' },
        { name: 'checked/pending' },
      ],
    });
    const none = {
      visible_version: null,
      global_score: null,
      certification_level: null,
      status: null,
      open: null,
    };
    const mcp = { id: expect.any(String), name: `checked/${packageName}` };
    expect(found).toEqual([
      {
        entry: null,
        line: null,
        format: null,
        disabled: false,
        notes: [],
        name: packageName,
        version: 'latest',
        understood: 'npm_package',
        found: true,
        reason: null,
        mcp,
        visible_version: expect.stringMatching(/^commit-/),
        global_score: 65,
        certification_level: 2,
        status: 'CERTIFIED',
        open: { critical: 0, high: 2, medium: 3, low: 4 },
      },
      expect.objectContaining({
        found: false,
        reason: 'the catalog does not have this version',
        mcp,
        ...none,
      }),
      expect.objectContaining({ found: false, reason: 'the catalog does not have it', mcp: null, ...none }),
      expect.objectContaining({
        found: true,
        reason: expect.stringMatching(
          /^the newest version, commit-.*, is not analyzed yet; none of its last versions is certified$/,
        ),
        status: 'INGESTED',
        global_score: null,
        open: null,
      }),
    ]);
  });

  it('reads a configuration', async () => {
    expect(await check(actors.anonymous, { configuration: configuration() })).toMatchObject([
      {
        entry: 'files',
        line: 2,
        format: 'MCP configuration',
        disabled: false,
        notes: [],
        found: true,
        global_score: 65,
      },
      { entry: 'own', line: 3, understood: null, found: false, version: '' },
      { entry: 'line', line: 4, understood: null, found: false },
      { entry: 'floating', line: 5, found: true, version: 'latest' },
    ]);
  });

  it('finds private servers for those who see them alone', async () => {
    const body = { mcps: [{ name: `${org.slug}/hidden` }] };
    const reader = await actors.serviceToken(org.id, [`read:org:${org.id}`]);
    for (const caller of [org.owner, reader, await actors.member(org.id, 'MEMBER')]) {
      expect(await check(caller, body)).toMatchObject([{ found: true }]);
      expect(await check(caller, { ...body, org_id: org.id })).toMatchObject([{ found: true }]);
    }
    const pipeline = await actors.serviceToken(org.id, [`ci:org:${org.id}`]);
    for (const caller of [actors.anonymous, (await actors.organization()).owner, pipeline]) {
      expect(await check(caller, body)).toMatchObject([{ found: false, mcp: null }]);
    }
  });
});
