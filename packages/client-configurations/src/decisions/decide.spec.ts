import { describe, expect, it } from '@jest/globals';
import { EXACT, type Reference } from '../server-entry.js';
import type { DecidedReference, DecisionEntry, DecisionsDocument } from './decisions-document.js';
import { decide, decideNewest } from './decide.js';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const DIGEST = `sha256:${'a'.repeat(64)}`;

const entry = (name: string, part: Partial<DecisionEntry>): DecisionEntry => ({
  name,
  kind: 'npm',
  version: '1.2.0',
  semver: '1.2.0',
  digest: DIGEST,
  decision: 'ALLOWED',
  reasons: [],
  policy: null,
  warnings: [],
  score: 90,
  package: null,
  bundle: null,
  surface_digest: null,
  surface: null,
  references: [],
  ...part,
});

const named = (name: string, part: Partial<DecidedReference>): DecidedReference => ({
  name,
  versions: [],
  numbers: [],
  commits: [],
  ...part,
});

const document = (...entries: DecisionEntry[]): DecisionsDocument => ({
  schema_version: 1,
  organization: { id: '0b1d2f3a-4c5e-4f60-8a7b-9c0d1e2f3a4b', slug: 'acme' },
  environment: 'production',
  revision: 1,
  issued_at: '2026-03-01T11:00:00.000Z',
  valid_until: '2026-03-02T11:00:00.000Z',
  ask_again_seconds: 900,
  code_hosts: ['github.com'],
  policies_applied: 1,
  surface_changes: 'report',
  denied_left_out: 0,
  entries,
});

const ask = (name: string, version: string, pin: Reference['pin'] = EXACT): Reference => ({
  name,
  version,
  pin,
});

const DECISIONS = document(
  entry('acme/files', {
    references: [
      named('npm:@acme/files', { versions: ['1.2.0', 'latest'], numbers: ['1.2.0'] }),
      named('repository:github.com/acme/files', { numbers: ['1.2.0'], commits: [COMMIT] }),
      named('name:acme/files', { versions: ['1.2.0'] }),
      named('public:github.com/acme/files', { versions: ['1.2.0'] }),
      named(DIGEST, { versions: ['latest'] }),
      named(`image:ghcr.io/acme/files@${DIGEST}`, { versions: ['latest'] }),
      named('remote:https://mcp.acme.example/sse', { versions: ['latest'] }),
    ],
  }),
  entry('acme/mail', {
    decision: 'DENIED',
    reasons: ['the global score, 40, is below 70'],
    policy: { id: '0b1d2f3a-4c5e-4f60-8a7b-9c0d1e2f3a4c', name: 'Minimum' },
    references: [named('pypi:acme-mail', { versions: ['2.0'] })],
  }),
);

describe('decide', () => {
  it.each([
    ['npm:@acme/files', '1.2.0'],
    ['@acme/files', 'v1.2.0'],
    ['https://github.com/Acme/Files', COMMIT],
    ['https://github.com/acme/files.git', COMMIT.slice(0, 7)],
    ['https://github.com/acme/files', '1.2.0'],
    ['acme/Files', '1.2.0'],
    ['io.github.acme/files', '1.2.0'],
    [DIGEST, DIGEST],
    [DIGEST, 'latest'],
    [`ghcr.io/acme/files@${DIGEST}`, 'latest'],
    ['https://mcp.acme.example/sse', 'latest'],
  ])('finds %s at %s', (name, version) => {
    expect(decide(DECISIONS, ask(name, version))).toMatchObject({
      decision: 'ALLOWED',
      reasons: [],
      digest: DIGEST,
      entry: { name: 'acme/files' },
    });
  });

  it('says why a version is denied', () => {
    expect(decide(DECISIONS, ask('pypi:Acme.Mail', '2.0'))).toMatchObject({
      decision: 'DENIED',
      reasons: ['the global score, 40, is below 70'],
      policy: { name: 'Minimum' },
    });
  });

  it.each([
    ['npm:@acme/other', '1.2.0', 'the decisions name no such server'],
    ['pypi:@acme/files', '1.2.0', 'the decisions name no such server'],
    ['https://github.com/acme/files#server', '1.2.0', 'the decisions name no such server'],
    ['https://mcp.acme.example/', 'latest', 'the decisions name no such server'],
    ['', '', 'the decisions name no such server'],
    ['__proto__', '1.2.0', 'the decisions name no such server'],
    ['npm:@acme/files', '1.2.1', 'the decisions name no such version of the server'],
    ['npm:@acme/files', '__proto__', 'the decisions name no such version of the server'],
    ['https://github.com/acme/files', '012345', 'the decisions name no such version of the server'],
    ['https://github.com/acme/files', 'latest', 'the decisions name no such version of the server'],
    ['acme/files', 'v1.2.0', 'the decisions name no such version of the server'],
  ])('denies %j at %j, which they do not have', (name, version, reason) => {
    const verdict = decide(DECISIONS, ask(name, version));
    expect(verdict).toMatchObject({ decision: 'DENIED', reasons: [reason], digest: null });
    expect(verdict.entry).toBeUndefined();
  });

  it('denies what pins no version, and says which one is meant', () => {
    const pin = { kind: 'none', prefix: '@acme/files@' } as const;
    const verdict = decide(DECISIONS, ask('npm:@acme/files', 'latest', pin));
    expect(verdict).toMatchObject({ decision: 'DENIED', isUnpinned: true });
    expect(verdict.reasons[0]).toContain('use @acme/files@1.2.0');
  });

  it('says that a pin is missing also where it does not know what is newest', () => {
    const pin = { kind: 'none', prefix: 'acme/files@' } as const;
    expect(decide(DECISIONS, ask('acme/files', 'latest', pin)).reasons).toEqual([
      'no version is pinned, so another one may run tomorrow; use acme/files@1.2.3',
    ]);
    expect(decide(DECISIONS, ask('acme/other', 'latest', pin)).reasons).toEqual([
      'the decisions name no such server',
    ]);
  });

  it('denies a version that two entries have, whatever they say', () => {
    const both = [named('npm:x', { versions: ['1'], commits: [COMMIT] })];
    const other = [named('npm:x', { versions: ['1'], commits: [`${COMMIT.slice(0, 8)}${'0'.repeat(32)}`] })];
    const decisions = document(entry('a/a', { references: both }), entry('b/b', { references: other }));
    for (const version of ['1', COMMIT.slice(0, 8)])
      expect(decide(decisions, ask('npm:x', version))).toMatchObject({
        decision: 'DENIED',
        reasons: ['the decisions have several versions that this may mean'],
      });
    expect(decide(decisions, ask('npm:x', COMMIT)).decision).toBe('ALLOWED');
  });

  it('denies also without a reason in the document', () => {
    const decisions = document(
      entry('a/a', { decision: 'DENIED', references: [named('npm:x', { versions: ['1'] })] }),
    );
    expect(decide(decisions, ask('npm:x', '1'))).toMatchObject({
      decision: 'DENIED',
      reasons: ['it is denied'],
    });
  });
});

describe('latest of a package whose newest version is not analyzed', () => {
  const version = (number: string, part: Partial<DecisionEntry>, ...more: string[]): DecisionEntry =>
    entry('acme/files', {
      semver: number,
      references: [named('npm:files', { versions: more, numbers: [number] })],
      ...part,
    });
  const pending = version(
    '2.0.0',
    { decision: 'DENIED', reasons: ['it is not analyzed yet'], score: null },
    'latest',
  );

  it.each([
    [[pending], 'no other number of it is allowed'],
    [
      [version('1.9.0', {}), version('1.10.0', {}), version('1.11.0-rc.1', {}), pending],
      'pin 1.10.0, the newest allowed one',
    ],
  ])('names it, and what to pin', (entries, advice) => {
    const about = `it would be 2.0.0, the newest version; ${advice}`;
    expect(decide(document(...entries), ask('npm:files', 'latest')).reasons).toEqual([
      'it is not analyzed yet',
      about,
    ]);
    const { reasons } = decide(
      document(...entries),
      ask('npm:files', 'latest', { kind: 'none', prefix: 'files@' }),
    );
    expect(reasons.join(' ')).not.toMatch(/analyzed version is 2/);
  });
});

describe('decideNewest', () => {
  const version = (
    number: string,
    part: Partial<DecisionEntry>,
    newest: boolean | undefined,
  ): DecisionEntry =>
    entry('acme/files', {
      version: number,
      semver: number,
      references: [
        named('name:acme/files', {
          numbers: [number],
          ...(newest !== undefined && { starts_newest: newest }),
        }),
      ],
      ...part,
    });
  const [first, second] = [version('1.0.0', {}, undefined), version('2.0.0', {}, true)];

  it.each([
    ['there is no such server', [], /no such server/],
    ['no version is named the newest', [first, version('2.0.0', {}, false)], /no allowed version/],
    ['several are', [second, version('3.0.0', {}, true)], /several versions/],
    [
      'the newest is denied',
      [first, version('2.0.0', { decision: 'DENIED', reasons: ['it is old'] }, true)],
      /it is old/,
    ],
  ])('denies where %s', (_what, entries, reason) => {
    const { decision, reasons } = decideNewest(document(...entries), 'acme/files');
    expect([decision, reasons]).toEqual(['DENIED', [expect.stringMatching(reason)]]);
  });

  it('takes what the decisions name the newest, whatever the order', () => {
    for (const entries of [
      [first, second],
      [second, first],
    ])
      expect(decideNewest(document(...entries), 'Acme/files')).toMatchObject({
        decision: 'ALLOWED',
        entry: { version: '2.0.0' },
      });
  });
});
