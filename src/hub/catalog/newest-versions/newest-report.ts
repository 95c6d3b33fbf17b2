import { NIL_UUID } from '../../../common/values/uuid.js';
import type { Query } from '../../../storage/database/read-as-is.js';
import { keyOf } from '../../../storage/database/migrations/1801300000000-newest-versions.js';
import { nameKey } from '../../../common/values/names.js';
import { canBeNewest, newestFirst } from '../version-order/newest-version.js';

/** A version as the report shows it. */
export interface ReportedVersion {
  readonly id: string;
  readonly visible_version: string;
  /** Its number: that of its package, or of the push or tag; null for a commit that nobody has released. */
  readonly number: string | null;
  readonly status: string;
  readonly created_at: string;
  /** Why it is where it is. */
  readonly because: Because;
}

/** What a version is in the order of newest versions. */
export type Because =
  | 'final release'
  | 'pre-release'
  | 'unreadable number'
  | 'commit'
  | 'preview'
  | 'revoked';

/** Which version of an MCP is the newest, and which one was created last. */
export interface NewestOfMcp {
  readonly mcp_id: string;
  readonly name: string;
  /** Null if it has none that can be. */
  readonly newest: ReportedVersion | null;
  readonly created_last: ReportedVersion | null;
  readonly differs: boolean;
  /** Those that come next, previews and revoked ones last. */
  readonly others: readonly ReportedVersion[];
  /** Number of versions. */
  readonly versions: number;
}

/** A page of MCPs. */
export interface NewestPage {
  readonly mcps: readonly Omit<NewestOfMcp, 'others'>[];
  /** The id after which the next page begins; null on the last one. */
  readonly next: string | null;
}

interface Row {
  readonly id: string;
  readonly mcp_id: string;
  readonly visible_version: string;
  readonly semver: string | null;
  readonly status: string;
  readonly created_at: Date;
  readonly kind: string | null;
  readonly number: string | null;
  readonly published: string | null;
  /** Columns of the version that a database of an earlier version lacks. */
  readonly columns: { readonly release_key?: string | null; readonly preview?: boolean };
  readonly revoked: boolean;
}

/** Others that an explanation names. */
const MAX_OTHERS = 20;
const BATCH = 200;

/**
 * Says which versions are the newest and which were before ADR 81, when it was the one created last. Reads databases of
 * earlier versions, too, in which it says what an upgrade changes.
 */
export class NewestReport {
  constructor(private readonly query: Query) {}

  /** The MCPs with a name, `owner/slug`: usually one. */
  async explain(name: string): Promise<NewestOfMcp[]> {
    const mcps = await this.query<{ id: string; name: string }>(
      'SELECT id, name FROM mcp WHERE name_key = $1 ORDER BY created_at, id LIMIT 100',
      [nameKey(name)],
    );
    return this.of(mcps);
  }

  /** A page of the MCPs whose newest version is not the one that was created last, by id. */
  async differing(limit: number, after: string = NIL_UUID): Promise<NewestPage> {
    const found: Omit<NewestOfMcp, 'others'>[] = [];
    let last = after;
    for (;;) {
      const mcps = await this.query<{ id: string; name: string }>(
        `SELECT id, name FROM mcp m
          WHERE id > $1 AND EXISTS (SELECT FROM mcp_version v WHERE v.mcp_id = m.id) ORDER BY id LIMIT ${BATCH}`,
        [last],
      );
      for (const { others: _others, ...mcp } of await this.of(mcps)) {
        if (mcp.differs) found.push(mcp);
        last = mcp.mcp_id;
        if (found.length === limit) return { mcps: found, next: last };
      }
      if (mcps.length < BATCH) return { mcps: found, next: null };
    }
  }

  private async of(mcps: readonly { readonly id: string; readonly name: string }[]): Promise<NewestOfMcp[]> {
    const rows = await this.query<Row>(
      `SELECT v.id, v.mcp_id, v.visible_version, v.semver, v.status, v.created_at, v.source ->> 'kind' AS kind,
              v.source ->> 'version' AS number, v.revoked_at IS NOT NULL AS revoked,
              CASE WHEN p.published_at IS NOT NULL AND p.plan ->> 'kind' = 'new' THEN p.plan ->> 'version' END AS published,
              jsonb_strip_nulls(to_jsonb(v) - 'source') AS columns
         FROM mcp_version v LEFT JOIN publication p ON p.version_id = v.id
        WHERE v.mcp_id = ANY ($1::uuid[]) ORDER BY v.created_at, v.id`,
      [mcps.map(({ id }) => id)],
    );
    const ordered = await this.inOrder(rows);
    const groups = Map.groupBy(rows, (row) => row.mcp_id);
    return mcps.map(({ id, name }) => newestOf({ id, name }, groups.get(id) ?? [], ordered));
  }

  /** The place of each version in the order of newest versions, by its id; none for those that cannot be the newest. */
  private async inOrder(rows: readonly Row[]): Promise<ReadonlyMap<string, number>> {
    const ordered = await this.query<{ id: string }>(
      `SELECT v.id FROM (
         SELECT x.id, k.key COLLATE "C" AS release_key, k.preview, x.revoked_at, x.created_at,
                (to_jsonb(x) ->> 'landed_at')::timestamptz AS landed_at
           FROM unnest($1::uuid[], $2::text[], $3::boolean[]) AS k (id, key, preview)
           JOIN mcp_version x ON x.id = k.id) v
        WHERE ${canBeNewest('v')} ORDER BY ${newestFirst('v')}`,
      [rows.map(({ id }) => id), rows.map(storedKey), rows.map(({ columns }) => columns.preview ?? false)],
    );
    return new Map(ordered.map(({ id }, place) => [id, place]));
  }
}

/** A database from before this order has no such column, which is null in JSON without nulls for other reasons, too. */
const storedKey = (row: Row): string | null =>
  row.columns.preview === undefined ? keyOf(row) : (row.columns.release_key ?? null);

function newestOf(
  { id, name }: { readonly id: string; readonly name: string },
  rows: readonly Row[],
  places: ReadonlyMap<string, number>,
): NewestOfMcp {
  const placeOf = (row: Row): number => places.get(row.id) ?? Infinity;
  const sorted = rows.toSorted((one, other) => {
    const [left, right] = [placeOf(one), placeOf(other)];
    return left === right ? other.created_at.getTime() - one.created_at.getTime() : left - right;
  });
  const [first, ...others] = sorted;
  const newest = first === undefined || !places.has(first.id) ? undefined : first;
  const last = rows.at(-1);
  return {
    mcp_id: id,
    name,
    newest: newest === undefined ? null : reported(newest),
    created_last: last === undefined ? null : reported(last),
    differs: newest?.id !== last?.id,
    others: (newest === undefined ? sorted : others).slice(0, MAX_OTHERS).map(reported),
    versions: rows.length,
  };
}

const reported = (row: Row): ReportedVersion => ({
  id: row.id,
  visible_version: row.visible_version,
  number: row.published ?? row.number ?? row.semver,
  status: row.status,
  created_at: row.created_at.toISOString(),
  because: becauseOf(row),
});

const CLASSES: Readonly<Record<string, Because>> = {
  '2': 'final release',
  '1': 'pre-release',
  '0': 'unreadable number',
};

function becauseOf(row: Row): Because {
  if (row.revoked) return 'revoked';
  if (row.columns.preview === true) return 'preview';
  return CLASSES[storedKey(row)?.[0] ?? ''] ?? 'commit';
}
