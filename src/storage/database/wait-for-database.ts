import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { faultOf } from './database-faults.js';

// Of the first attempt; a busy machine needs longer, so each attempt has twice as long.
const FIRST_ATTEMPT_MS = 5_000;
const PAUSE_MS = 1_000;

/** A database server has not answered for as long as a start waits. */
export class UnreachableDatabaseError extends Error {
  constructor(where: string, why: string, seconds: number) {
    super(
      `the database at ${where} has not answered for ${seconds} s (${why}): start it, correct DATABASE_URL, or wait longer with DATABASE_WAIT_SECONDS`,
    );
    this.name = 'UnreachableDatabaseError';
  }
}

/** Whether it may pass: the server starts, is slow or has no connection left now. */
const mayPass = (error: unknown): boolean => {
  const fault = faultOf(error);
  return fault === 'unavailable' || fault === 'too many connections' || fault === 'busy';
};

/**
 * Waits until a database server accepts a connection.
 * @param seconds for which it is tried again; at least one attempt is made
 * @param report gets a line when the waiting begins, and when its reason changes
 * @throws UnreachableDatabaseError; at once, the error of a server that refuses
 */
export async function waitForDatabase(
  url: string,
  seconds: number,
  report: (line: string) => void,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  let said: string | undefined;
  for (let attemptMs = FIRST_ATTEMPT_MS; ; attemptMs *= 2) {
    const left = deadline - performance.now();
    const attempt = await tryOnce(url, Math.max(FIRST_ATTEMPT_MS, Math.min(attemptMs, left)));
    if (attempt === undefined) return;
    const { where, why } = attempt;
    if (performance.now() + PAUSE_MS > deadline) throw new UnreachableDatabaseError(where, why, seconds);
    if (why !== said) report(`waiting for the database at ${where} (${why}), for ${seconds} s at most`);
    said = why;
    await sleep(PAUSE_MS);
  }
}

/** Undefined if the server has accepted a connection. @throws what does not pass */
async function tryOnce(
  url: string,
  timeoutMs: number,
): Promise<{ readonly where: string; readonly why: string } | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'mcp-hub',
    connectionTimeoutMillis: Math.ceil(timeoutMs),
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return undefined;
  } catch (error) {
    if (!mayPass(error)) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    return { where: `${client.host}:${client.port}`, why: code ?? message };
  } finally {
    await client.end().catch(() => undefined);
  }
}
