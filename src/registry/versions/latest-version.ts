import { isPublishedSql } from './version-status.js';

/** SQL of the highest sort key among the published pre-releases or releases of the package `p` within some bounds. */
export const highestPublished = (prerelease: string, bounds = ''): string => `
  (SELECT c.sort_key FROM registry_version c
    WHERE c.package_id = p.id AND ${isPublishedSql('c')} AND c.prerelease = ${prerelease} ${bounds}
    ORDER BY c.sort_key DESC LIMIT 1)`;

/**
 * SQL of the sort key of the latest version of the package `p`: the highest published release, else pre-release (registry
 * contract 10). Each is the last entry of a range of registry_version_published_idx.
 */
export const LATEST = `coalesce(${highestPublished('false')}, ${highestPublished('true')})`;

/**
 * SQL that joins the version `v` of the package `p` with a sort key. Without the OFFSET, the planner would fold `key` into
 * the join and, without statistics, compute it for every version of the package.
 */
export const joinByKey = (key: string): string => `
    CROSS JOIN LATERAL (SELECT ${key} AS sort_key OFFSET 0) k
    JOIN registry_version v ON v.package_id = p.id AND v.sort_key = k.sort_key`;
