import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Actor } from './actor.js';

/** What somebody has done, before it has its place in a chain. */
export interface NewAuditEvent {
  /** Null for what belongs to the platform alone. */
  readonly orgId: string | null;
  readonly actor: Actor;
  /** `<resource>.<verb>` (hub contract 13). */
  readonly action: `${string}.${string}`;
  /** Of the resource that the action names. */
  readonly resourceId: string | null;
  /** JSON without secrets; `changes` tells what a change has made different (`changesBetween`). */
  readonly details: Readonly<Record<string, unknown>>;
}

/** An event in its place. */
export interface AuditEvent extends Omit<NewAuditEvent, 'action'> {
  readonly id: string;
  readonly chainId: string;
  readonly position: number;
  readonly action: string;
  readonly resourceType: string;
  readonly occurredAt: Date;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** What the first event of a chain follows. */
export const CHAIN_START = Buffer.alloc(32);

/**
 * The hash of an event: SHA-256 over its canonical JSON (RFC 8785) and the hash of the one before (hub contract 13). It
 * covers every field, so that none can be changed, and the place in the chain, so that none can be moved.
 */
export function hashOf(event: AuditEvent, previous: Buffer): Buffer {
  const { actor } = event;
  const canonical = canonicalize({
    id: event.id,
    chain_id: event.chainId,
    position: event.position,
    org_id: event.orgId,
    occurred_at: event.occurredAt.toISOString(),
    actor_id: actor.id,
    actor_type: actor.type,
    actor_name: actor.name,
    action: event.action,
    resource_type: event.resourceType,
    resource_id: event.resourceId,
    details: event.details,
    ip_address: event.ipAddress,
    user_agent: event.userAgent,
  });
  if (canonical === undefined) throw new Error('an audit event is always JSON');
  return createHash('sha256').update(canonical).update(previous).digest();
}
