import { isObject, type JsonObject } from '../../../common/values/json.js';
import { ACTOR_TYPES, type ActorType } from './actor.js';
import type { ChainedEvent } from './chain-verification.js';

/** An event as a line of an export: all that its hash covers, and its hashes. */
export const auditEventLine = ({ event, previousHash, hash }: ChainedEvent) => ({
  type: 'audit_event',
  position: event.position,
  id: event.id,
  chain_id: event.chainId,
  org_id: event.orgId,
  occurred_at: event.occurredAt.toISOString(),
  actor_id: event.actor.id,
  actor_type: event.actor.type,
  actor_name: event.actor.name,
  action: event.action,
  resource_type: event.resourceType,
  resource_id: event.resourceId,
  details: event.details,
  ip_address: event.ipAddress,
  user_agent: event.userAgent,
  previous_hash: previousHash.toString('hex'),
  hash: hash.toString('hex'),
});

const isActorType = (value: unknown): value is ActorType => ACTOR_TYPES.some((known) => known === value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The event in such a line; undefined for other lines. A field that is missing or wrong does not match the hash. */
export function auditEventIn(line: JsonObject): ChainedEvent | undefined {
  const { position, actor_type: actorType, details } = line;
  if (typeof position !== 'number' || !isActorType(actorType) || !isObject(details)) return undefined;
  return {
    event: {
      id: text(line['id']),
      chainId: text(line['chain_id']),
      position,
      orgId: textOrNull(line['org_id']),
      occurredAt: new Date(text(line['occurred_at'])),
      actor: { id: textOrNull(line['actor_id']), type: actorType, name: text(line['actor_name']) },
      action: text(line['action']),
      resourceType: text(line['resource_type']),
      resourceId: textOrNull(line['resource_id']),
      details,
      ipAddress: text(line['ip_address']),
      userAgent: text(line['user_agent']),
    },
    isWhole: true,
    previousHash: Buffer.from(text(line['previous_hash']), 'hex'),
    hash: Buffer.from(text(line['hash']), 'hex'),
  };
}
