import {
  DECISIONS_PAYLOAD,
  readDecisions,
  type DecisionsDocument,
  type PublicKey,
} from '@mcp-hub/client-configurations/decisions';
import { expect } from '@jest/globals';
import type { ApiClient } from './api-client.js';
import { isSignedBy, type Envelope, type PublishedKey } from './dsse.js';

/** The keys that a hub publishes. */
export const keysOf = async (client: ApiClient): Promise<PublicKey[]> =>
  (await client.get('/.well-known/jwks.json')).body.keys as PublicKey[];

/** The document of an answer, verified by code of the product and by code that has nothing of it. */
export function decisionsIn(body: unknown, keys: readonly PublicKey[], now = new Date()): DecisionsDocument {
  const envelope = body as Envelope;
  expect(envelope.payloadType).toBe(DECISIONS_PAYLOAD);
  expect(isSignedBy(envelope, keys as unknown as PublishedKey[])).toBe(true);
  return readDecisions(envelope, { keys, now });
}
