import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { ApiClient } from './api-client.js';
import { digestOf, publish } from './builders.js';
import type { TestApp } from './test-app.js';

/** The rows of an artifact, in any organization. */
export const recordsOf = (
  t: TestApp,
  digest: string,
): Promise<{ kind: string; evidence_kind: string; size_bytes: string }[]> =>
  t.rows(`SELECT kind, evidence_kind, size_bytes FROM registry_artifact WHERE digest = $1`, [digest]);

const objectsOf = async (t: TestApp, digest: string): Promise<string[]> => {
  const names = await t.storage.objects();
  return names.filter((name) => name.endsWith(digest.slice('sha256:'.length)));
};

/**
 * Expects that a refused upload has left nothing: no part of an upload, no object, no row. A malformed request may be refused
 * before its handler runs, so the handler gets time to clean up.
 */
export async function expectNothingStored(t: TestApp, digest: string): Promise<void> {
  await eventually(async () => (await t.storage.unfinished()).length === 0);
  expect(await objectsOf(t, digest)).toEqual([]);
  expect(await recordsOf(t, digest)).toEqual([]);
}

/**
 * Waits for a condition that no response shows.
 * @throws after a minute, or as many seconds as are given
 */
export async function eventually(condition: () => Promise<boolean>, seconds = 60): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('the condition did not come true');
    await wait(5);
  }
}

/** Creates an organization with a package in it. */
export async function createOrganization(actor: ApiClient, org: string): Promise<void> {
  const { status, text } = await publish(actor, `${org}/seed`, '0.0.1');
  if (status !== 200) throw new Error(`the organization was not created: ${text}`);
}

/** Unique bytes and their digest: a JSON string, so that every media type accepts them. */
export function someBytes(text: string, length = 0): { bytes: Uint8Array<ArrayBuffer>; digest: string } {
  const bytes = new Uint8Array(Buffer.from(JSON.stringify(text.padEnd(length - 2, '.'))));
  return { bytes, digest: digestOf(bytes) };
}
