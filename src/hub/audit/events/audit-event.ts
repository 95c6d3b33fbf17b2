import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Actor } from './actor.js';
import type { AuditAction } from '../../../auth/trail/resource-types.js';

/** An audit event to append to a chain. */
export interface NewAuditEvent {
  /** Null for events of the platform. */
  readonly orgId: string | null;
  readonly actor: Actor;
  /** `<resource>.<verb>` (hub contract 13). */
  readonly action: AuditAction;
  /** Id of the resource in the action. */
  readonly resourceId: string | null;
  /** JSON without secrets; `changes` has the changed fields (`changesBetween`). */
  readonly details: Readonly<Record<string, unknown>>;
}

/** An audit event with its position in the chain. */
export interface AuditEvent extends Omit<NewAuditEvent, 'action'> {
  readonly id: string;
  readonly chainId: string;
  readonly position: number;
  readonly action: string;
  /** The kind of the resource. */
  readonly resourceType: string;
  readonly occurredAt: Date;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** The previous hash of a chain's first event. */
export const CHAIN_START = Buffer.alloc(32);

/**
 * The hash of an event: SHA-256 over its canonical JSON (RFC 8785) and the previous event's hash (hub contract 13). It
 * covers every field, including the position, so that tampering with a field or the order is detected.
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
  if (canonical === undefined) throw new Error('the audit event is not JSON');
  return createHash('sha256').update(canonical).update(previous).digest();
}
