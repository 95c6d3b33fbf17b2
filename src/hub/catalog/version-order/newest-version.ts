/**
 * SQL of the order of an MCP's versions in which the newest is the first: released ones by their numbers, then the
 * commits of its default branch, the latest first (ADR 81). The index `mcp_version_newest_idx` has this order.
 * @param v alias of `mcp_version`
 */
export const newestFirst = (v: string): string => place(v, ' DESC');

/** SQL of the order the other way round, in which the newest version is the last. */
export const oldestFirst = (v: string): string => place(v);

/**
 * SQL of the condition on versions that can be the newest.
 * @param v alias of `mcp_version`
 */
export const canBeNewest = (v: string): string => `${v}.revoked_at IS NULL AND NOT ${v}.preview`;

/**
 * SQL of the condition on versions that cannot be the newest any more, and could at an earlier time.
 * @param v alias of `mcp_version`
 * @param at the time as SQL
 */
export const wasRevokedSince = (v: string, at: string): string =>
  `${v}.revoked_at > ${at} AND NOT ${v}.preview`;

/**
 * SQL of the condition that a version comes after another one in that order.
 * @param v alias of the version that comes after `other`
 */
export const isOlder = (v: string, other: string): string => `(${place(v)}) < (${place(other)})`;

/**
 * SQL of the condition that the registry has a version under its number: the last digit of its release key says so.
 * @param v alias of `mcp_version`
 */
export const isInRegistry = (v: string): string => `coalesce(right(${v}.release_key, 1) = '1', false)`;

/**
 * SQL of the condition that the registry may have another latest version than this newest one of the hub (ADR 93): it has this
 * one under another number than its own, because SemVer cannot express that or it has other content under it; or it does
 * not have it, because it could not be given it or is given nothing that is not certified. It has another version besides.
 * Or it has a pre-release, and another version with that number under a higher one.
 */
export const isElsewhereInRegistry = (v: string): string => `
  (CASE WHEN ${isInRegistry(v)} THEN left(${v}.release_key, 1) = '1' AND ${hasSameNumber(v)}
        WHEN ${isPublished(v)} THEN ${v}.release_key IS NOT NULL AND ${hasLaterInRegistry(v)}
        ELSE (${hasFailed(v)} OR ${v}.status = 'NOT_CERTIFIED') AND ${hasOtherInRegistry(v)} END)`;

/**
 * Whether a statement finds a row. PostgreSQL may answer EXISTS for all rows of a table at once, which costs more the more
 * versions others have.
 */
const finds = (statement: string): string => `((SELECT true ${statement} LIMIT 1) IS NOT NULL)`;

/** The number of the other one ends with its commit, after which SemVer orders it. */
const hasSameNumber = (v: string): string =>
  finds(`FROM mcp_version o
          WHERE o.mcp_id = ${v}.mcp_id AND ${canBeNewest('o')}
            AND coalesce(o.release_key, '') = left(${v}.release_key, -1) || '0' AND ${isPublished('o')}`);

const hasLaterInRegistry = (v: string): string =>
  finds(`FROM mcp_version o
          WHERE o.mcp_id = ${v}.mcp_id AND o.id <> ${v}.id AND ${canBeNewest('o')}
            AND (${isInRegistry('o')}
                 OR (coalesce(o.landed_at, o.created_at) > coalesce(${v}.landed_at, ${v}.created_at)
                     AND ${isPublished('o')}))`);

/**
 * Of commits that are not certified any more, the last ones are looked at; all others are in `mcp_version_registered_idx`, whose
 * order makes PostgreSQL use it where it expects to find one at once.
 */
const hasOtherInRegistry = (v: string): string => `
  (${finds(`FROM mcp_version o
             WHERE o.mcp_id = ${v}.mcp_id AND o.id <> ${v}.id AND ${canBeNewest('o')}
               AND (${isInRegistry('o')} OR o.status = 'PUBLISHED')
             ORDER BY coalesce(o.landed_at, o.created_at)`)}
   OR ${finds(`FROM (SELECT o.id FROM mcp_version o WHERE o.mcp_id = ${v}.mcp_id AND ${canBeNewest('o')}
                      ORDER BY ${newestFirst('o')} LIMIT ${LAST_COMMITS}) o
                WHERE o.id <> ${v}.id AND ${isPublished('o')}`)})`;

const LAST_COMMITS = 50;

const isPublished = (v: string): string =>
  finds(`FROM publication p WHERE p.version_id = ${v}.id AND p.published_at IS NOT NULL`);

/** SQL of the condition that the last attempt to publish a version failed. */
const hasFailed = (v: string): string =>
  finds(`FROM publication p WHERE p.version_id = ${v}.id AND p.failure_reason IS NOT NULL`);

const place = (v: string, direction = ''): string =>
  [`coalesce(${v}.release_key, '')`, `coalesce(${v}.landed_at, ${v}.created_at)`, `${v}.id`]
    .map((column) => column + direction)
    .join(', ');
