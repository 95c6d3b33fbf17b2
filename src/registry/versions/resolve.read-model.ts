import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { FROM_PACKAGE, packageKeys, type PackageName } from '../packages/package-name.js';
import { intervalsOf } from './range-intervals.js';
import { CONTENT_KEY } from '../certifications/content-key.js';
import { highestPublished, joinByKey, LATEST } from './latest-version.js';
import type { PackageOrigin } from './package-origin.js';
import type { Lookup } from './version-reference.js';
import {
  isPublishedSql,
  isRevokedSql,
  STATUS_RULES,
  STATUSES_BY_RANK,
  VERSION_STATUSES,
  type VersionStatus,
} from './version-status.js';

/** All data in a response about one version. */
export interface ResolvedRow {
  readonly version: string;
  readonly status: VersionStatus;
  readonly visibility: string;
  readonly gitSha: string;
  readonly repoUrl: string;
  /** From the hub's catalog entry of this name; `community` without one. */
  readonly origin: PackageOrigin;
  /** A certifier's verdict; null where there is none. */
  readonly certificationLevel: number | null;
  /** The publisher's claim. */
  readonly claimedCertificationLevel: number | null;
  readonly publishedAt: Date | null;
  readonly revokedReason: string | null;
  readonly manifestDigest: string;
  readonly bundleDigest: string;
  /** A bigint, which the driver returns as text. */
  readonly bundleSizeBytes: string;
  readonly mcpbDigest: string | null;
  readonly mcpbSizeBytes: string | null;
  readonly evidence: readonly { readonly kind: string; readonly digest: string }[];
}

// Conditions of a lookup follow with AND; their parameters begin at $5.
const IN_PACKAGE = `${FROM_PACKAGE}
    JOIN registry_version v ON v.package_id = p.id`;

const COLUMNS = `v.version, v.status, p.visibility, v.git_sha AS "gitSha", v.repo_url AS "repoUrl",
         v.certification_level AS "claimedCertificationLevel",
         (SELECT c.level FROM registry_certification c
           WHERE c.package_id = v.package_id AND c.content_key = ${CONTENT_KEY}) AS "certificationLevel",
         coalesce((SELECT po.origin FROM package_origin po
                    WHERE po.org_key = o.slug_key AND po.package_key = o.slug_key || '/' || p.name_key),
                  'community') AS origin,
         v.published_at AS "publishedAt",
         v.revoked_reason AS "revokedReason",
         v.manifest_digest AS "manifestDigest", v.bundle_digest AS "bundleDigest",
         v.bundle_size_bytes AS "bundleSizeBytes", v.mcpb_digest AS "mcpbDigest",
         v.mcpb_size_bytes AS "mcpbSizeBytes",
         ARRAY(SELECT json_build_object('kind', a.evidence_kind, 'digest', a.digest)
                 FROM registry_version_evidence e
                 JOIN registry_artifact a ON a.org_id = e.org_id AND a.digest = e.digest AND a.kind = 'evidence'
                WHERE e.version_id = v.id AND NOT e.withheld
                ORDER BY a.evidence_kind, a.digest) AS evidence`;

// Among several versions of one digest: the highest published one, else one that is not revoked.
const PREFERRED = `ORDER BY ${isPublishedSql('v')} DESC, ${isRevokedSql('v')}, v.sort_key DESC LIMIT 1`;

const BETWEEN = 'AND c.sort_key >= $6 AND c.sort_key < $7';
const HIGHEST_BETWEEN = highestPublished('$5::boolean', BETWEEN);
const HIGHEST_WITHIN = `(
  SELECT max(${highestPublished('i.prerelease', 'AND c.sort_key >= i.low AND c.sort_key < i.high')})
    FROM unnest($5::boolean[], $6::text[], $7::text[]) AS i (prerelease, low, high))`;

/** SQL of the highest sort key of a status among the versions of commit $5: the end of registry_version_commit_idx. */
const highestOfCommit = (status: VersionStatus): string => `
  (SELECT c.sort_key FROM registry_version c
    WHERE c.package_id = p.id AND c.status = '${status}' AND c.git_sha = $5
    ORDER BY c.sort_key DESC LIMIT 1)`;

// Among several versions of one commit: the highest published one, else one that is not revoked.
const OF_COMMIT = `coalesce(${STATUSES_BY_RANK.map(
  (statuses) => `greatest(${statuses.map(highestOfCommit).join(', ')})`,
).join(', ')})`;

/**
 * SQL of the first or last commit with the prefix $5 and the status `g.status`; only this end of the index range is
 * read.
 */
const endOfCommits = (direction: 'ASC' | 'DESC'): string => `
  (SELECT c.git_sha FROM registry_version c
    WHERE c.package_id = p.id AND c.status = g.status AND c.git_sha >= $5 AND c.git_sha < $5 || '~'
    ORDER BY c.git_sha ${direction}, c.sort_key ${direction} LIMIT 1)`;

// SQL rows of each status with its rank.
const RANKS = VERSION_STATUSES.map((status) => `(${STATUS_RULES[status].rank}, '${status}')`).join(', ');

// Unpublished versions do not make a reference ambiguous, because readers could not see why. Neither do revoked ones,
// which never resolve. So a rank is used only if the ranks before it have no such commit.
const COMMITS = `
  SELECT min(e.first) AS first, max(e.last) AS last
  ${FROM_PACKAGE}
   CROSS JOIN (VALUES ${RANKS}) AS g (rank, status)
   CROSS JOIN LATERAL (SELECT ${endOfCommits('ASC')} AS first, ${endOfCommits('DESC')} AS last) e
   WHERE e.first IS NOT NULL
   GROUP BY g.rank ORDER BY g.rank LIMIT 1`;

/** Finds the version for a reference. */
@Injectable()
export class ResolveReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Uses one statement for every kind of reference except an abbreviated commit. */
  async find(name: PackageName, lookup: Lookup): Promise<ResolvedRow | undefined> {
    switch (lookup.by) {
      case 'version':
        return this.first(name, `AND v.sort_key = $5 LIMIT 1`, [lookup.sortKey]);
      case 'alias':
        return this.first(
          name,
          `AND v.id = (SELECT a.version_id FROM registry_version_alias a WHERE a.package_id = p.id AND a.alias = $5)`,
          [lookup.alias],
        );
      case 'digest':
        return this.first(name, `AND (v.manifest_digest = $5 OR v.bundle_digest = $5) ${PREFERRED}`, [
          lookup.digest,
        ]);
      case 'git_sha':
        return this.findByCommit(name, lookup.prefix);
      case 'latest':
        return this.withKey(name, LATEST, []);
      case 'range':
        return this.findInRange(name, lookup.range);
    }
  }

  private first(
    name: PackageName,
    condition: string,
    values: readonly unknown[],
  ): Promise<ResolvedRow | undefined> {
    return this.uow.row<ResolvedRow>(`SELECT ${COLUMNS} ${IN_PACKAGE} ${condition}`, [
      ...packageKeys(name),
      ...values,
    ]);
  }

  /** The version whose sort key is the SQL expression `key`, which may refer to the package `p`. */
  private withKey(
    name: PackageName,
    key: string,
    values: readonly unknown[],
  ): Promise<ResolvedRow | undefined> {
    return this.uow.row<ResolvedRow>(`SELECT ${COLUMNS} ${FROM_PACKAGE} ${joinByKey(key)}`, [
      ...packageKeys(name),
      ...values,
    ]);
  }

  private async findByCommit(name: PackageName, prefix: string): Promise<ResolvedRow | undefined> {
    const byCommit = (commit: string): Promise<ResolvedRow | undefined> =>
      this.withKey(name, OF_COMMIT, [commit]);
    const whole = await byCommit(prefix);
    if (whole !== undefined) return whole;
    const commits = await this.uow.row<{ first: string; last: string }>(COMMITS, [
      ...packageKeys(name),
      prefix,
    ]);
    return commits === undefined || commits.first !== commits.last ? undefined : byCommit(commits.first);
  }

  private findInRange(name: PackageName, range: string): Promise<ResolvedRow | undefined> {
    const intervals = intervalsOf(range);
    const [only] = intervals;
    // Nearly all ranges have one interval, whose bounds are index conditions.
    if (only !== undefined && intervals.length === 1) {
      return this.withKey(name, HIGHEST_BETWEEN, [only.prerelease, only.low, only.high]);
    }
    return this.withKey(name, HIGHEST_WITHIN, [
      intervals.map(({ prerelease }) => prerelease),
      intervals.map(({ low }) => low),
      intervals.map(({ high }) => high),
    ]);
  }
}
