import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { DecisionsDocument } from './decisions-document.js';
import {
  DECISIONS_PAYLOAD,
  pinnedKeys,
  preAuthenticationEncoding,
  publicKeyOf,
  readDecisions,
  seenOf,
  UnusableDecisions,
  type DsseEnvelope,
  type ExpectedDecisions,
  type PublicKey,
} from './index.js';

const ORG = '0b1d2f3a-4c5e-4f60-8a7b-9c0d1e2f3a4b';
const NOW = new Date('2026-03-01T12:00:00.000Z');

const DOCUMENT: DecisionsDocument = {
  schema_version: 1,
  organization: { id: ORG, slug: 'acme' },
  environment: 'production',
  revision: 7,
  issued_at: '2026-03-01T11:00:00.000Z',
  valid_until: '2026-03-02T11:00:00.000Z',
  ask_again_seconds: 900,
  code_hosts: ['github.com'],
  policies_applied: 1,
  surface_changes: 'report',
  denied_left_out: 0,
  entries: [
    {
      name: 'acme/files',
      kind: 'npm',
      version: '1.2.0',
      semver: '1.2.0',
      digest: `sha256:${'a'.repeat(64)}`,
      decision: 'ALLOWED',
      reasons: [],
      policy: null,
      warnings: [],
      score: 90,
      package: { name: '@acme/files', version: '1.2.0' },
      bundle: null,
      mcpb_digest: null,
      start: { commands: ['files'], variables: ['FILES_ROOT'] },
      surface_digest: `sha256:${'b'.repeat(64)}`,
      surface: { tools: [{ name: 'read', text: null }], prompts: null, resources: [] },
      references: [{ name: 'npm:@acme/files', versions: ['1.2.0'], numbers: ['1.2.0'], commits: [] }],
    },
  ],
};

interface Signer {
  readonly key: KeyObject;
  readonly jwk: PublicKey;
}

function signer(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const jwk = publicKeyOf(publicKey.export({ format: 'jwk' }));
  if (jwk === undefined) throw new Error('a new key is valid');
  return { key: privateKey, jwk };
}

const HUB = signer();
const STRANGER = signer();

function envelope(document: unknown, { key, jwk }: Signer = HUB, type = DECISIONS_PAYLOAD): DsseEnvelope {
  const payload = Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
  const sig = sign(null, preAuthenticationEncoding(type, payload), key).toString('base64');
  return {
    payloadType: type,
    payload: payload.toString('base64'),
    signatures: [{ keyid: jwk.kid, sig }],
  };
}

const read = (value: unknown, expected: Partial<ExpectedDecisions> = {}): DecisionsDocument =>
  readDecisions(value, { keys: [HUB.jwk], now: NOW, ...expected });

function refusalOf(value: unknown, expected: Partial<ExpectedDecisions> = {}): string {
  try {
    read(value, expected);
  } catch (error) {
    if (error instanceof UnusableDecisions) {
      expect(error.message).not.toMatch(/\n/);
      return error.refusal;
    }
    throw error;
  }
  return 'none';
}

describe('readDecisions', () => {
  it('reads what the pinned key has signed', () => {
    expect(read(envelope(DOCUMENT), { organization: 'ACME', environment: 'Production' })).toEqual(DOCUMENT);
    expect(read(envelope(DOCUMENT), { organization: ORG }).revision).toBe(7);
  });

  it('ignores members that it does not know', () => {
    expect(read(envelope({ ...DOCUMENT, more: 1 }))).toEqual(DOCUMENT);
  });

  it.each([null, 7, 'text', [], {}, { payloadType: DECISIONS_PAYLOAD }])('refuses %j', (value) =>
    expect(refusalOf(value)).toBe('not_signed_decisions'),
  );

  it('refuses another signed document of the same key', () => {
    expect(refusalOf(envelope(DOCUMENT, HUB, 'application/vnd.in-toto+json'))).toBe('not_signed_decisions');
  });

  it('refuses a changed document', () => {
    const { payload, ...rest } = envelope(DOCUMENT);
    const changed = Buffer.from(payload, 'base64').toString().replace('"DENIED"', '"ALLOWED"');
    const denied = { ...DOCUMENT, entries: [{ ...DOCUMENT.entries[0], decision: 'DENIED' }] };
    const signed = envelope(denied);
    const forged = Buffer.from(signed.payload, 'base64').toString().replace('DENIED', 'ALLOWED');
    expect(refusalOf({ ...signed, payload: Buffer.from(forged).toString('base64') })).toBe('bad_signature');
    expect(refusalOf({ ...rest, payload: Buffer.from(`${changed} `).toString('base64') })).toBe(
      'bad_signature',
    );
  });

  it('refuses another key, also one that names itself as the pinned one', () => {
    expect(refusalOf(envelope(DOCUMENT, STRANGER))).toBe('unknown_key');
    const pretending = envelope(DOCUMENT, { key: STRANGER.key, jwk: HUB.jwk });
    expect(refusalOf(pretending)).toBe('bad_signature');
    expect(refusalOf(envelope(DOCUMENT), { keys: [] })).toBe('unknown_key');
  });

  it('refuses an envelope without a signature', () => {
    expect(refusalOf({ ...envelope(DOCUMENT), signatures: [] })).toBe('unknown_key');
  });

  it('refuses another organization or environment than expected', () => {
    expect(refusalOf(envelope(DOCUMENT), { organization: 'other' })).toBe('other_organization');
    expect(refusalOf(envelope(DOCUMENT), { environment: 'staging' })).toBe('other_environment');
  });

  it('refuses what has expired, from that moment on', () => {
    const at = (text: string) => ({ now: new Date(text) });
    expect(refusalOf(envelope(DOCUMENT), at('2026-03-02T10:59:59.999Z'))).toBe('none');
    expect(refusalOf(envelope(DOCUMENT), at('2026-03-02T11:00:00.000Z'))).toBe('expired');
  });

  it('refuses what was issued in the future, but for a minute', () => {
    const at = (text: string) => ({ now: new Date(text) });
    expect(refusalOf(envelope(DOCUMENT), at('2026-03-01T10:59:00.000Z'))).toBe('none');
    expect(refusalOf(envelope(DOCUMENT), at('2026-03-01T10:58:59.999Z'))).toBe('not_yet_valid');
  });

  it('refuses what is older than what was seen', () => {
    const newer = { ...DOCUMENT, revision: 8, issued_at: '2026-03-01T11:30:00.000Z' };
    expect(refusalOf(envelope(DOCUMENT), { newerThan: seenOf(newer) })).toBe('rolled_back');
    expect(refusalOf(envelope(newer), { newerThan: seenOf(DOCUMENT) })).toBe('none');
    expect(refusalOf(envelope(DOCUMENT), { newerThan: seenOf(DOCUMENT) })).toBe('none');
  });

  it('refuses a format of another version', () => {
    expect(refusalOf(envelope({ ...DOCUMENT, schema_version: 2 }))).toBe('unknown_format');
  });

  const entry = DOCUMENT.entries[0];
  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no organization', { ...DOCUMENT, organization: 'acme' }],
    ['no number as revision', { ...DOCUMENT, revision: '7' }],
    ['a revision that no number keeps', { ...DOCUMENT, revision: 2 ** 53 }],
    ['no moment', { ...DOCUMENT, valid_until: 'tomorrow' }],
    ['a moment without a zone', { ...DOCUMENT, valid_until: '2026-03-02T11:00:00.000' }],
    ['an end before its start', { ...DOCUMENT, valid_until: DOCUMENT.issued_at }],
    ['no interval', { ...DOCUMENT, ask_again_seconds: 0 }],
    ['no list', { ...DOCUMENT, entries: {} }],
    ['an entry that is none', { ...DOCUMENT, entries: [null] }],
    ['another decision', { ...DOCUMENT, entries: [{ ...entry, decision: 'allowed' }] }],
    ['no reasons', { ...DOCUMENT, entries: [{ ...entry, reasons: null }] }],
    ['no digest', { ...DOCUMENT, entries: [{ ...entry, digest: 'sha256:A' }] }],
    ['a missing digest', { ...DOCUMENT, entries: [{ ...entry, digest: undefined }] }],
    ['a start of another form', { ...DOCUMENT, entries: [{ ...entry, start: { commands: ['x'] } }] }],
    ['another kind', { ...DOCUMENT, entries: [{ ...entry, kind: 'gem' }] }],
    [
      'a commit that is none',
      {
        ...DOCUMENT,
        entries: [{ ...entry, references: [{ name: 'npm:x', versions: [], numbers: [], commits: ['x'] }] }],
      },
    ],
  ])('refuses %s', (_what, document) => expect(refusalOf(envelope(document))).toBe('invalid_content'));
});

describe('pinnedKeys', () => {
  it('finds the key by what it is, whatever the set says', () => {
    const set = { keys: [{ ...STRANGER.jwk, kid: HUB.jwk.kid }, HUB.jwk] };
    expect(pinnedKeys(HUB.jwk.kid, set)).toEqual([HUB.jwk]);
    expect(pinnedKeys(HUB.jwk.kid, { keys: [{ ...STRANGER.jwk, kid: HUB.jwk.kid }] })).toEqual([]);
  });

  it.each([undefined, null, [], {}, { keys: 'x' }, { keys: [null, 7, {}] }])('has none in %j', (set) =>
    expect(pinnedKeys(HUB.jwk.kid, set)).toEqual([]),
  );
});

describe('publicKeyOf', () => {
  it('refuses private keys and keys of other kinds', () => {
    expect(publicKeyOf({ ...HUB.jwk, d: HUB.jwk.x })).toBeUndefined();
    expect(publicKeyOf({ ...HUB.jwk, crv: 'X25519' })).toBeUndefined();
    expect(publicKeyOf({ ...HUB.jwk, x: 'AAAA' })).toBeUndefined();
  });
});
