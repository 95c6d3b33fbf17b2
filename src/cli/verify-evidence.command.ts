import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { asError } from '../common/errors/as-error.js';
import { ed25519PublicJwk, readEd25519PublicKey, type Ed25519PublicJwk } from '../common/values/ed25519.js';
import { isObject } from '../common/values/json.js';
import { escapeHidden } from '../common/values/visible-text.js';
import { MAX_LINE_BYTES } from '../hub/assurance/evidence-export/export-lines.js';
import {
  ExportVerification,
  type ExportReport,
  type KeptCheckpoint,
} from '../hub/assurance/evidence-export/export-verification.js';
import { EXIT_UNUSABLE, exitUnusable, unreadable } from './command-failure.js';
import { jsonOption, printResult, type OutputOptions } from './json-output.js';

const EXIT_INVALID = 1;
const MAX_SMALL_FILE = 1024 * 1024;

interface VerifyOptions extends OutputOptions {
  readonly keys: string;
  readonly checkpoint: readonly string[];
}

/** A file that cannot be read, or has something else than the command needs. */
class UnusableFileError extends Error {}

async function smallFile(path: string): Promise<string> {
  try {
    if ((await stat(path)).size <= MAX_SMALL_FILE) return await readFile(path, 'utf8');
  } catch (error) {
    throw new UnusableFileError(unreadable(path, error));
  }
  throw new UnusableFileError(`${path} is larger than ${MAX_SMALL_FILE} bytes`);
}

async function jsonIn(path: string): Promise<unknown> {
  const text = await smallFile(path);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UnusableFileError(`${path} is not JSON`);
  }
}

/** The Ed25519 keys of a JWKS. Their ids are computed, so that a wrong one in the file does not matter. */
async function keysIn(path: string): Promise<Ed25519PublicJwk[]> {
  const set = await jsonIn(path);
  const entries: unknown[] = isObject(set) && Array.isArray(set['keys']) ? set['keys'] : [];
  const keys = entries.flatMap((entry) => readEd25519PublicKey(JSON.stringify(entry)) ?? []);
  if (keys.length === 0) throw new UnusableFileError(`${path} is not a JWKS with public Ed25519 keys`);
  return keys.map(ed25519PublicJwk);
}

/** The envelope of a checkpoint: the file is the envelope, or the response of the API. */
async function checkpointIn(path: string): Promise<KeptCheckpoint> {
  const value = await jsonIn(path);
  const data = isObject(value) && isObject(value['data']) ? value['data'] : value;
  const envelope = isObject(data) && 'envelope' in data ? data['envelope'] : data;
  return { source: path, envelope };
}

/** The lines of a file; undefined for one that is longer than `MAX_LINE_BYTES`, which is not kept in memory. */
async function* linesOf(path: string): AsyncGenerator<Buffer | undefined> {
  let parts: Buffer[] = [];
  let length = 0;
  const line = (): Buffer | undefined => (length > MAX_LINE_BYTES ? undefined : Buffer.concat(parts));
  const add = (part: Buffer): void => {
    length += part.length;
    if (length > MAX_LINE_BYTES) parts = [];
    else parts.push(part);
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      add(chunk.subarray(start, end));
      yield line();
      [parts, length, start] = [[], 0, end + 1];
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield line();
}

const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

async function reportOn(file: string, { keys, checkpoint }: VerifyOptions): Promise<ExportReport> {
  const kept: KeptCheckpoint[] = [];
  for (const path of checkpoint) kept.push(await checkpointIn(path));
  const verification = new ExportVerification(await keysIn(keys), kept);
  let isEmpty = true;
  try {
    for await (const line of linesOf(file)) {
      isEmpty &&= line?.length === 0;
      verification.next(line);
    }
  } catch (error) {
    throw isSystemError(error) ? new UnusableFileError(unreadable(file, error)) : error;
  }
  if (isEmpty) throw new UnusableFileError(`${file} is empty: there is nothing to verify`);
  return verification.finish();
}

function linesFor(report: ExportReport): string[] {
  const { snapshots, snapshot_chains: chains, audit_events: events, audit_length: length } = report;
  const checked = [
    `organization ${report.organization_id ?? 'unknown'}, exported ${report.generated_at ?? 'at an unknown time'}`,
    `${snapshots} snapshots of ${chains} MCPs, ${report.snapshots_without_event} without an exported event`,
    `${events} audit events, up to position ${length}, head ${report.audit_head_hash}`,
    `${report.seals} seals, ${report.analyses} analyses compared with their snapshots`,
    `${report.checkpoints_checked} checkpoints compared, ${report.checkpoints_unchecked} outside of the exported events`,
  ];
  const found = report.breaks.map(
    ({ line, where, reason }) => `BROKEN ${line === null ? '' : `line ${line}: `}${where}: ${reason}`,
  );
  const more = report.break_count - report.breaks.length;
  if (more > 0) found.push(`${more} more`);
  return [...checked, ...found, report.valid ? 'valid' : 'invalid'];
}

async function verify(file: string, options: VerifyOptions): Promise<void> {
  try {
    const report = await reportOn(file, options);
    printResult(options, report, linesFor(report));
    if (!report.valid) process.exitCode = EXIT_INVALID;
  } catch (error) {
    process.stderr.write(`${escapeHidden(asError(error).message)}\n`);
    process.exitCode = EXIT_UNUSABLE;
  }
}

const collected = (value: string, before: readonly string[]): string[] => [...before, value];

/** Defines `verify-evidence`: verifies an export without configuration, database or network. */
export function defineVerifyEvidence(command: Command): void {
  command
    .argument('<file>', 'an export of GET /api/v1/grc/export')
    .requiredOption('--keys <file>', 'a JWKS file, as from /.well-known/jwks.json')
    .addOption(
      new Option('--checkpoint <file>', 'a signed checkpoint that was kept; can be repeated')
        .argParser(collected)
        .default([], 'none'),
    )
    .addOption(jsonOption())
    .addHelpText('after', '\nExits with 0 if all is valid, 1 if not, and 2 if a file cannot be read.')
    .exitOverride(exitUnusable)
    .action(verify);
}
