import { currentDate } from '../../common/values/clock.js';
import {
  DECISIONS_LIMITS,
  readDecisions,
  seenOf,
  UnusableDecisions,
  type DecisionsDocument,
  type ExpectedDecisions,
} from '@mcp-hub/client-configurations/decisions';
import { CommandFailure } from '../command-failure.js';
import type { DecisionsTarget } from './decisions-options.js';
import { readPinnedKey } from './pinned-key.js';
import { SeenIssues } from './seen-issues.js';
import { jsonOfAddress, readSignedAddress } from './signed-address.js';
import { jsonOfFile } from './signed-file.js';

/** Base64 of the largest document, with its signature. */
const MAX_BYTES = Math.ceil((DECISIONS_LIMITS.documentBytes * 4) / 3) + 65_536;

/** What decisions must be about; undefined for all. */
type Expected = Pick<ExpectedDecisions, 'organization' | 'environment'>;

/**
 * Reads signed decisions and verifies them. Those at an address must not be older than what this user has seen there; a file
 * has no address, and is as old as whoever names it wants within its validity.
 * @throws CommandFailure with one line for what is refused
 */
export async function readSignedDecisions(
  target: DecisionsTarget,
  expected: Expected,
): Promise<DecisionsDocument> {
  const address = readSignedAddress(target.from);
  const keys = [await readPinnedKey(target, address?.keySet)];
  const now = currentDate();
  if (address === undefined)
    return verified(await jsonOfFile(target.from, MAX_BYTES), { ...expected, keys, now });
  const seen = new SeenIssues(target.cache);
  const newerThan = await seen.newest(address.decisions);
  const envelope = await jsonOfAddress(address.decisions, MAX_BYTES);
  const document = verified(envelope, { ...expected, keys, now, newerThan });
  const problem = await seen.remember(address.decisions, seenOf(document));
  if (problem !== undefined)
    process.stderr.write(`warning: older decisions will not be noticed, because ${problem}; set --cache\n`);
  return document;
}

function verified(envelope: unknown, expected: ExpectedDecisions): DecisionsDocument {
  try {
    return readDecisions(envelope, expected);
  } catch (error) {
    throw error instanceof UnusableDecisions ? new CommandFailure(error.message) : error;
  }
}
