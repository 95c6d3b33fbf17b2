import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DecisionsDocument, DsseEnvelope } from '@mcp-hub/client-configurations/decisions';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CommandOutcome } from '../support/command-host.js';
import {
  decisionSigner,
  decisionsOf,
  npmDecision,
  signedDecisions,
  type DecisionSigner,
} from '../support/decision-envelopes.js';
import { hubCommand } from '../support/hub-command.js';

const CAPABILITY = 'c'.repeat(43);
const REASON = 'the global score, 40, is below 70';
const ENTRIES = [npmDecision('good', '1.0.0'), npmDecision('bad', '1.0.0', [REASON])];

let folder: string;
let server: Server;
let signer: DecisionSigner;
/** What the server answers, by path. */
let answers: Record<string, { status?: number; body?: unknown; location?: string }>;
let base: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-decisions-'));
  signer = decisionSigner();
  answers = { '/.well-known/jwks.json': { body: { keys: [decisionSigner().jwk, signer.jwk] } } };
  server = createServer((req, res) => {
    const { status = 200, body, location } = answers[req.url ?? ''] ?? { status: 404 };
    if (location !== undefined) res.setHeader('location', location);
    res.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const issue = (document: DecisionsDocument, by = signer): DsseEnvelope => signedDecisions(document, by);
const serve = (envelope: unknown): void => {
  answers[`/allow/${CAPABILITY}/decisions.json`] = { body: envelope };
};
const list = (): string => `${base}/allow/${CAPABILITY}`;

const gate = (words: readonly string[], input = 'npm:good@1.0.0\n'): Promise<CommandOutcome> =>
  hubCommand(['gate', '--file', '-', ...words], {
    cwd: folder,
    env: { MCP_HUB_CACHE: join(folder, 'cache') },
    input,
  });
const byAddress = (...words: string[]): Promise<CommandOutcome> =>
  gate(['--decisions', list(), '--key', signer.jwk.kid, ...words]);

/** The one line of a refusal, which names nothing secret. */
function refusalOf({ code, stdout, stderr }: CommandOutcome): string {
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).not.toContain(CAPABILITY);
  return stderr.trim();
}

async function byFile(envelope: unknown, ...words: string[]): Promise<CommandOutcome> {
  await writeFile(join(folder, 'decisions.json'), JSON.stringify(envelope));
  await writeFile(join(folder, 'key.jwk'), JSON.stringify(signer.jwk));
  return gate(['--decisions', 'decisions.json', '--key', 'key.jwk', ...words]);
}

describe('mcp-hub gate --decisions', () => {
  it('refuses to analyze on this machine instead', async () => {
    expect(refusalOf(await gate(['--decisions', list(), '--local']))).toMatch(
      /'--local' cannot be used with option '--decisions/,
    );
  });

  it('refuses decisions without a pinned key', async () => {
    serve(issue(decisionsOf(ENTRIES)));
    expect(refusalOf(await gate(['--decisions', list()]))).toContain('--key');
  });

  it.each([
    ['a list', '[]', 'no signed decisions'],
    ['another text', 'hello', 'no JSON'],
  ])('refuses %s', async (_what, body, message) => {
    answers[`/allow/${CAPABILITY}/decisions.json`] = { body };
    expect(refusalOf(await byAddress())).toContain(message);
  });

  it('refuses what was changed, what another key signed, and what is not pinned', async () => {
    const envelope = issue(decisionsOf(ENTRIES));
    const changed = Buffer.from(envelope.payload, 'base64').toString().replaceAll('DENIED', 'ALLOWED');
    serve({ ...envelope, payload: Buffer.from(changed).toString('base64') });
    expect(refusalOf(await byAddress())).toContain('signature of the decisions is wrong');
    serve(issue(decisionsOf(ENTRIES), decisionSigner()));
    expect(refusalOf(await byAddress())).toContain('another key than the pinned one');
    const other = decisionSigner().jwk.kid;
    expect(refusalOf(await gate(['--decisions', list(), '--key', other]))).toContain(
      'no key with the thumbprint',
    );
    // A key set that names another key as the pinned one.
    const stranger = decisionSigner();
    serve(issue(decisionsOf(ENTRIES), { key: stranger.key, jwk: signer.jwk }));
    answers['/.well-known/jwks.json'] = { body: { keys: [{ ...stranger.jwk, kid: signer.jwk.kid }] } };
    expect(refusalOf(await byAddress())).toContain('no key with the thumbprint');
  });

  it('refuses what is over, what is of the future, and what is of others', async () => {
    const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
    const cases: [Partial<DecisionsDocument>, string, ...string[]][] = [
      [{ valid_until: soon(-1) }, 'expired'],
      [{ issued_at: soon(120_000) }, 'in the future'],
      [{}, 'another environment', '--environment', 'staging'],
      [{}, 'another organization', '--org', '22222222-2222-4222-8222-222222222222'],
    ];
    for (const [change, message, ...words] of cases) {
      expect(refusalOf(await byFile(issue(decisionsOf(ENTRIES, change)), ...words))).toContain(message);
    }
  });

  it('refuses older decisions than it has seen at an address, and remembers those for the user alone', async () => {
    const [old, current] = [
      decisionsOf(ENTRIES),
      decisionsOf(ENTRIES, { revision: Date.now(), issued_at: new Date().toISOString() }),
    ];
    serve(issue(current));
    expect((await byAddress()).code).toBe(0);
    serve(issue(old));
    expect(refusalOf(await byAddress())).toContain('older than those that were used before');
    serve(issue(current));
    expect((await byAddress()).code).toBe(0);
    const cache = join(folder, 'cache', 'decisions');
    const [name = '', ...more] = await readdir(cache);
    expect([name.includes(CAPABILITY), more]).toEqual([false, []]);
    expect((await stat(join(cache, name))).mode & 0o777).toBe(0o600);
    // A file has no address.
    expect((await byFile(issue(old))).code).toBe(0);
  });

  it('refuses addresses that it must not ask, and does not follow redirects', async () => {
    answers[`/allow/${CAPABILITY}/decisions.json`] = { status: 302, location: `${base}/elsewhere` };
    expect(refusalOf(await byAddress())).toContain('redirects');
    answers[`/allow/${CAPABILITY}/decisions.json`] = { status: 404 };
    expect(refusalOf(await byAddress())).toContain('answered 404');
    for (const address of [
      `http://hub.example/allow/${CAPABILITY}`,
      `${base}/allow/x?y=1`,
      'https://u:p@hub.example/',
    ])
      expect(refusalOf(await gate(['--decisions', address, '--key', signer.jwk.kid]))).toContain(
        '--decisions',
      );
  });

  it('warns where it cannot remember, and goes on', async () => {
    serve(issue(decisionsOf(ENTRIES)));
    await writeFile(join(folder, 'file'), '');
    const { code, stderr } = await byAddress('--cache', 'file');
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^warning: older decisions will not be noticed/),
    ]);
  });

  it('decides offline, with the outputs and exit codes of the gate', async () => {
    const envelope = issue(decisionsOf(ENTRIES));
    const asked = async (input: string, ...words: string[]) => {
      await byFile(envelope);
      return gate(['--decisions', 'decisions.json', '--key', 'key.jwk', ...words], input);
    };
    const passed = await asked('npm:good@1.0.0\n');
    expect([passed.code, passed.stdout]).toEqual([
      0,
      expect.stringMatching(/^ALLOWED {2}npm:good@1\.0\.0.*score 80/),
    ]);
    const denied = await asked(
      'npm:good@1.0.0\nnpm:bad@1.0.0\nnpm:other@1.0.0\nnpm:good\n',
      '--format',
      'json',
    );
    expect(denied.code).toBe(1);
    const { result, environment, policies_applied: applied, servers } = JSON.parse(denied.stdout);
    expect([result, environment, applied]).toEqual(['FAIL', 'production', 1]);
    expect(servers.map((each: { result: string; denials: object[] }) => [each.result, each.denials])).toEqual(
      [
        ['ALLOWED', []],
        ['DENIED', [expect.objectContaining({ rule: 'policy', message: REASON, policy: 'Minimum' })]],
        [
          'DENIED',
          [expect.objectContaining({ rule: 'not-allowed', message: 'the decisions name no such server' })],
        ],
        [
          'DENIED',
          [expect.objectContaining({ rule: 'not-pinned', message: expect.stringContaining('good@1.0.0') })],
        ],
      ],
    );
  });

  it('fails without a policy in the environment, unless that is accepted', async () => {
    const envelope = issue(decisionsOf(ENTRIES, { policies_applied: 0 }));
    expect((await byFile(envelope)).code).toBe(2);
    expect((await byFile(envelope, '--allow-no-policy')).code).toBe(0);
  });
});
