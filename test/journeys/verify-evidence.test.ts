import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { exportOf, recordEvents } from '../support/evidence-export.js';
import { grcOrganization, useAnalyses } from '../support/grc.js';
import type { CommandOutcome } from '../support/command-host.js';
import { useHub } from '../support/suite.js';
import { ed25519PublicJwk } from '../../src/common/values/ed25519.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });
const analyses = useAnalyses(t);

const MIB = 1024 * 1024;

let folder: string;
let text: string;

const file = (name: string): string => join(folder, name);

/** Runs the command in an empty folder and environment: without configuration, database or network. */
const verifyEvidence = (...words: string[]): Promise<CommandOutcome> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--max-old-space-size=128', join(process.cwd(), 'dist/cli/main.js'), 'verify-evidence', ...words],
      { cwd: folder, env: { DATABASE_URL: 'postgres://nobody@192.0.2.1:1/none' } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-evidence-'));
  const org = await grcOrganization(actors);
  await analyses.mcp(org);
  await recordEvents(t, org.id, 5);
  await writeFile(file('checkpoint.json'), (await org.grc.get('audit-events/checkpoint')).text);
  await recordEvents(t, org.id, 5);
  text = await exportOf(org);
  await writeFile(file('export.ndjson'), text);
  await writeFile(file('keys.json'), (await actors.anonymous.get('/.well-known/jwks.json')).text);
  const other = ed25519PublicJwk(generateKeyPairSync('ed25519').publicKey);
  await writeFile(file('other-keys.json'), JSON.stringify({ keys: [other] }));
  await writeFile(file('text.txt'), 'PK');
  await writeFile(file('empty.ndjson'), '\n\n');
  await writeFile(file('no-keys.json'), '{"keys":[{"kty":"RSA"}]}');
});

describe('mcp-hub verify-evidence', () => {
  it('exits with 2 for wrong use and for files that cannot be read', async () => {
    for (const [words, reason] of [
      [['--keys', 'keys.json'], /missing required argument 'file'/],
      [['export.ndjson'], /required option '--keys <file>'/],
      [['missing', '--keys', 'keys.json'], /^missing does not exist$/],
      [['.', '--keys', 'keys.json'], /^\. is a folder: name a file$/],
      [['export.ndjson', '--keys', 'missing'], /^missing does not exist$/],
      [['empty.ndjson', '--keys', 'keys.json'], /^empty.ndjson is empty: there is nothing to verify$/],
      [['export.ndjson', '--keys', '.'], /^\. is a folder: name a file$/],
      [['export.ndjson', '--keys', 'text.txt'], /text.txt is not JSON/],
      [['export.ndjson', '--keys', 'no-keys.json'], /not a JWKS with public Ed25519 keys/],
      [['export.ndjson', '--keys', 'keys.json', '--checkpoint', 'text.txt'], /text.txt is not JSON/],
      [['export.ndjson', '--keys', 'keys.json', '--unknown'], /unknown option/],
    ] as const) {
      const { code, stdout, stderr } = await verifyEvidence(...words);
      expect([words, code, stdout]).toEqual([words, 2, '']);
      expect(stderr.trimEnd()).toMatch(reason);
      expect(stderr.trimEnd()).not.toContain('\n');
      expect(stderr).not.toContain('    at ');
    }
  });

  it('exits with 1 for a damaged export, and names the line', async () => {
    await writeFile(file('edited.ndjson'), text.replace('"action":"mcp.updated"', '"action":"mcp.created"'));
    const { code, stdout } = await verifyEvidence('edited.ndjson', '--keys', 'keys.json');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^BROKEN line \d+: audit event \d+: changed$/m);
    expect(stdout).toMatch(/^BROKEN line \d+: end: sha256 is not what was signed$/m);
    expect(stdout).toMatch(/invalid\n$/);
    await writeFile(file('cut.ndjson'), text.slice(0, text.length / 2));
    expect((await verifyEvidence('cut.ndjson', '--keys', 'keys.json')).code).toBe(1);
    expect((await verifyEvidence('text.txt', '--keys', 'keys.json')).code).toBe(1);
  });

  it('exits with 1 for the keys of somebody else, and for a checkpoint of another chain', async () => {
    const foreign = await verifyEvidence('export.ndjson', '--keys', 'other-keys.json');
    expect([foreign.code, foreign.stdout]).toEqual([
      1,
      expect.stringContaining('not signed by one of the keys'),
    ]);
    const org = await grcOrganization(actors);
    await writeFile(file('foreign.json'), (await org.grc.get('audit-events/checkpoint')).text);
    const words = ['export.ndjson', '--keys', 'keys.json', '--checkpoint', 'foreign.json'];
    const { code, stdout } = await verifyEvidence(...words);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('checkpoint foreign.json: it is of another chain'),
    ]);
  });

  it('reads a line of 100 MB without keeping it', async () => {
    const out = createWriteStream(file('long.ndjson'));
    out.write(text.slice(0, text.indexOf('\n') + 1));
    for (let n = 0; n < 100; n += 1) out.write(Buffer.alloc(MIB, 'x'));
    out.end('\n');
    await finished(out);
    const { code, stdout } = await verifyEvidence('long.ndjson', '--keys', 'keys.json');
    expect([code, stdout]).toEqual([1, expect.stringContaining('line 2: line: it is longer than')]);
  });

  it('exits with 0 for an export as it was made, and prints what it has checked', async () => {
    const words = ['export.ndjson', '--keys', 'keys.json', '--checkpoint', 'checkpoint.json'];
    const { code, stdout, stderr } = await verifyEvidence(...words);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^1 snapshots of 1 MCPs, 0 without an exported event$/m);
    expect(stdout).toMatch(/^1 checkpoints compared, 0 outside of the exported events$/m);
    expect(stdout).toMatch(/\nvalid\n$/);
    const json = JSON.parse((await verifyEvidence(...words, '--json')).stdout) as object;
    expect(json).toMatchObject({ valid: true, snapshots: 1, checkpoints_checked: 1, breaks: [] });
  });
});
