import type { Ed25519PublicJwk } from '../../../common/values/ed25519.js';
import type { JsonObject } from '../../../common/values/json.js';
import { signedStatement } from '../../platform/signing/statement.js';

/** The media type of a signed checkpoint. */
export const CHECKPOINT_PAYLOAD = 'application/vnd.mcp-hub.audit-checkpoint+json';

/** The media type of a seal. */
export const SEAL_PAYLOAD = 'application/vnd.mcp-hub.audit-seal+json';

/** Why a signer does not vouch for a chain. */
export interface StatedBreak {
  readonly position: number;
  readonly reason: string;
}

/** A signed checkpoint: where a chain ended at a time. */
export interface CheckpointStatement {
  /** Null for the platform. */
  readonly organization_id: string | null;
  readonly chain_id: string;
  readonly length: number;
  /** 64 hexadecimal digits; zeros for an empty chain. */
  readonly head_hash: string;
  readonly signed_at: string;
  /** Whether the chain agreed with what was recorded before. */
  readonly consistent: boolean;
  readonly broken_at: StatedBreak | null;
}

/** A seal: what the chain had at positions that are no longer in it. */
export interface SealStatement {
  readonly organization_id: string;
  readonly chain_id: string;
  /** Of the seals of the chain, from 1. */
  readonly ordinal: number;
  /** `YYYY-MM` in UTC. */
  readonly month: string;
  readonly first_position: number;
  readonly last_position: number;
  readonly count: number;
  /** Hash of the event before the first one, 64 hexadecimal digits; zeros for the first event of a chain. */
  readonly previous_hash: string;
  readonly last_hash: string;
  /** SHA-256 of the events as lines of JSON, 64 hexadecimal digits. */
  readonly events_sha256: string;
  readonly sealed_at: string;
}

const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

function isCheckpoint(value: JsonObject | undefined): value is JsonObject & CheckpointStatement {
  if (value === undefined) return false;
  const { chain_id: chainId, length, head_hash: head, signed_at: at } = value;
  return typeof chainId === 'string' && isPosition(length) && isHash(head) && typeof at === 'string';
}

function isSeal(value: JsonObject | undefined): value is JsonObject & SealStatement {
  return (
    value !== undefined &&
    typeof value['chain_id'] === 'string' &&
    ['ordinal', 'first_position', 'last_position', 'count'].every((name) => isPosition(value[name])) &&
    ['previous_hash', 'last_hash', 'events_sha256'].every((name) => isHash(value[name]))
  );
}

/** The checkpoint in an envelope that one of the keys has signed; undefined for anything else. */
export function checkpointIn(
  envelope: unknown,
  keys: readonly Ed25519PublicJwk[],
): CheckpointStatement | undefined {
  const statement = signedStatement(envelope, CHECKPOINT_PAYLOAD, keys);
  return isCheckpoint(statement) ? statement : undefined;
}

/** The seal in an envelope that one of the keys has signed; undefined for anything else. */
export function sealIn(envelope: unknown, keys: readonly Ed25519PublicJwk[]): SealStatement | undefined {
  const statement = signedStatement(envelope, SEAL_PAYLOAD, keys);
  return isSeal(statement) ? statement : undefined;
}
