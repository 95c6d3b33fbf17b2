import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import {
  foundPage,
  readPage,
  type FoundPage,
  type PageRow,
  type Window,
} from '../../../storage/database/paging.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import type { AuditEventRow } from './audit-event.entity.js';
import type { ResourceKind } from '../../../auth/trail/resource-types.js';
import type { ChainedEvent, ChainEnd, PositionedEvent } from './chain-verification.js';

/** Filter for audit events: an event must match all given conditions. */
export interface AuditFilter {
  readonly orgId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly actorType?: string | undefined;
  /** Any of these kinds of resources. */
  readonly resourceKinds?: readonly ResourceKind[] | undefined;
  /** Inclusive. */
  readonly since?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
}

/** An event in a list. */
export type ListedEvent = Pick<
  AuditEventRow,
  | 'id'
  | 'occurredAt'
  | 'actorId'
  | 'actorType'
  | 'actorName'
  | 'action'
  | 'resourceType'
  | 'resourceId'
  | 'details'
  | 'ipAddress'
  | 'userAgent'
>;

const LISTED = `
  id, occurred_at AS "occurredAt", actor_id AS "actorId", actor_type AS "actorType", actor_name AS "actorName", action,
  resource_type AS "resourceType", resource_id AS "resourceId", details, ip_address AS "ipAddress",
  user_agent AS "userAgent"`;

const CONDITIONS: Readonly<Record<keyof AuditFilter, string>> = {
  orgId: 'org_id =',
  actorId: 'actor_id =',
  action: 'action =',
  actorType: 'actor_type =',
  resourceKinds: 'resource_type = ANY',
  since: 'occurred_at >=',
  until: 'occurred_at <',
};

type ChainRow = ListedEvent &
  Pick<AuditEventRow, 'chainId' | 'position' | 'orgId' | 'previousHash' | 'hash'> & {
    readonly isWhole: boolean;
  };

/** An event in a list, with its links in the chain. */
export type LinkedEvent = ListedEvent & Pick<AuditEventRow, 'chainId' | 'position' | 'previousHash' | 'hash'>;

/** The place of an event in a list. */
export type EventPosition = Pick<LinkedEvent, 'occurredAt' | 'position'>;

const LINKS = 'chain_id AS "chainId", position, previous_hash AS "previousHash", hash';

/** A filter as SQL, with the parameter of the organization. */
function conditionsOf(filter: AuditFilter) {
  const given = Object.entries(CONDITIONS).flatMap(([name, sql]) => {
    const value = filter[name as keyof AuditFilter];
    return value === undefined ? [] : [{ sql, value }];
  });
  const conditions = given.map(({ sql }, index) => `${sql} ($${index + 1})`);
  const org = `$${given.findIndex(({ sql }) => sql === CONDITIONS.orgId) + 1}`;
  if (filter.orgId !== undefined) {
    // Without those that are sealed, but not deleted yet.
    conditions.push(
      `position > coalesce((SELECT max(last_position) FROM audit_seal WHERE chain_id = ${org}), 0)`,
    );
  }
  return { where: conditions.join(' AND ') || 'true', values: given.map(({ value }) => value), org };
}

/**
 * The matching events of an organization, for a list with the newest first. Of several kinds, an index has each in this
 * order, so the newest of each are read and merged.
 * @param most SQL of the number of events that the list needs
 */
function newestOf({ resourceKinds }: AuditFilter, where: string, most: string): string {
  if (resourceKinds === undefined) return `audit_event WHERE ${where}`;
  return `(SELECT merged.* FROM unnest(ARRAY[${resourceKinds.map((kind) => `'${kind}'`).join(', ')}]) AS of (kind)
           CROSS JOIN LATERAL (
             SELECT * FROM audit_event WHERE ${where} AND resource_type = of.kind
              ORDER BY occurred_at DESC, position DESC LIMIT ${most}) merged) newest`;
}

/** Queries of the audit trail. */
@Injectable()
export class AuditEventsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Newest first; within a millisecond, by position in the chain. */
  find(filter: AuditFilter, page: PageQuery): Promise<FoundPage<ListedEvent>> {
    const { where, values } = conditionsOf(filter);
    const list = {
      columns: `${LISTED}, position`,
      rows: `FROM audit_event WHERE ${where}`,
      values,
      order: '"occurredAt" DESC, position DESC, id DESC',
      key: 'id',
    } as const;
    return readPage<ListedEvent>(this.uow, list, page);
  }

  /**
   * The events of an organization with their links, in the same order. Rows are read for those of the page alone; those
   * before are skipped in the index.
   */
  async findLinked(
    filter: AuditFilter & { readonly orgId: string },
    { limit, offset }: Window,
  ): Promise<FoundPage<LinkedEvent>> {
    const { where, values, org } = conditionsOf(filter);
    const [count, skipped] = [`$${values.length + 1}::integer`, `$${values.length + 2}::integer`];
    const rows = await this.uow.rows<PageRow<LinkedEvent>>(
      `SELECT list.total, page.*
         FROM (SELECT count(*)::integer AS total FROM audit_event WHERE ${where}) list
         LEFT JOIN (
           SELECT ${LISTED}, ${LINKS}
             FROM (SELECT position AS listed FROM ${newestOf(filter, where, `${count} + ${skipped}`)}
                    ORDER BY occurred_at DESC, position DESC
                    LIMIT ${count} OFFSET ${skipped}) chosen
             JOIN audit_event ON chain_id = ${org} AND position = listed) page ON true
        ORDER BY "occurredAt" DESC, position DESC`,
      [...values, limit, offset],
    );
    return foundPage(rows, 'id');
  }

  /** The number of all events of an organization that match. */
  async total(filter: AuditFilter & { readonly orgId: string }): Promise<number> {
    const { where, values } = conditionsOf(filter);
    const row = await this.uow.row<{ readonly total: number }>(
      `SELECT count(*)::integer AS total FROM audit_event WHERE ${where}`,
      values,
    );
    return row?.total ?? 0;
  }

  /** The next events of an organization after one, in the same order: a bounded batch. */
  linkedAfter(
    filter: AuditFilter & { readonly orgId: string },
    after: EventPosition | undefined,
    count: number,
  ): Promise<LinkedEvent[]> {
    const { where, values } = conditionsOf(filter);
    const [time, position, limit] = [1, 2, 3].map((n) => `$${values.length + n}`);
    const before = `(occurred_at, position) < (coalesce(${time}::timestamptz, 'infinity'), ${position}::bigint)`;
    return this.uow.rows<LinkedEvent>(
      `SELECT ${LISTED}, ${LINKS}
         FROM ${newestOf(filter, `${where} AND ${before}`, `${limit}::integer`)}
        ORDER BY occurred_at DESC, position DESC
        LIMIT ${limit}`,
      [...values, after?.occurredAt ?? null, after?.position ?? 0, count],
    );
  }

  /**
   * Reads the end of a chain and, if there is one, an event outside its positions, in one statement; undefined for a
   * chain without events.
   */
  async endOf(
    chainId: string,
  ): Promise<(ChainEnd & { readonly outside: PositionedEvent | null }) | undefined> {
    const first = (where: string): string =>
      `(SELECT json_build_object('id', e.id, 'position', e.position) FROM audit_event e
         WHERE e.chain_id = c.id AND e.position ${where} ORDER BY e.position LIMIT 1)`;
    const row = await this.uow.row<{ length: string; hash: Buffer; outside: PositionedEvent | null }>(
      `SELECT length, hash, coalesce(${first('< 1')}, ${first('> c.length')}) AS outside
         FROM audit_chain c WHERE c.id = $1`,
      [chainId],
    );
    return row && { ...row, length: Number(row.length) };
  }

  /** Reads up to `count` events at positions above `after` and up to `upTo`. */
  async linksOf(chainId: string, after: number, upTo: number, count: number): Promise<ChainedEvent[]> {
    const rows = await this.uow.rows<ChainRow>(
      `SELECT ${LISTED}, ${LINKS}, org_id AS "orgId",
              occurred_at = date_trunc('milliseconds', occurred_at) AS "isWhole"
         FROM audit_event
        WHERE chain_id = $1 AND position > $2 AND position <= $3
        ORDER BY position
        LIMIT $4`,
      [chainId, after, upTo, count],
    );
    return rows.map(({ isWhole, previousHash, hash, actorId, actorType, actorName, ...event }) => ({
      event: {
        ...event,
        position: Number(event.position),
        actor: { id: actorId, type: actorType, name: actorName },
      },
      isWhole,
      previousHash,
      hash,
    }));
  }

  /** Whether the organization exists or has existed. */
  async knowsOrganization(id: string): Promise<boolean> {
    return (await this.uow.row('SELECT id FROM organization WHERE id = $1', [id])) !== undefined;
  }

  /** Whether the user exists or has existed. */
  async knowsUser(id: string): Promise<boolean> {
    return (await this.uow.row('SELECT id FROM hub_user WHERE id = $1', [id])) !== undefined;
  }
}
