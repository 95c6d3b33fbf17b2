import { Injectable } from '@nestjs/common';
import { inVersionRange } from '../../common/values/semantic-version.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { FROM_PACKAGE, packageKeys, type PackageName } from '../packages/package-name.js';
import type { Lookup } from './version-reference.js';
import type { VersionStatus } from './version-status.js';

/** Everything that an answer about one version shows. */
export interface ResolvedRow {
  readonly version: string;
  readonly status: VersionStatus;
  readonly visibility: string;
  readonly gitSha: string;
  readonly repoUrl: string;
  readonly certificationLevel: number | null;
  readonly publishedAt: Date | null;
  readonly manifestDigest: string;
  readonly bundleDigest: string;
  /** A bigint, which the driver hands over as text. */
  readonly bundleSizeBytes: string;
  readonly evidence: readonly { readonly kind: string; readonly digest: string }[];
}

// Conditions of a lookup follow with AND; their parameters begin at $5.
const IN_PACKAGE = `${FROM_PACKAGE}
    JOIN registry_version v ON v.package_id = p.id`;

const SELECT_VERSION = `
  SELECT v.version, v.status, p.visibility, v.git_sha AS "gitSha", v.repo_url AS "repoUrl",
         v.certification_level AS "certificationLevel", v.published_at AS "publishedAt",
         v.manifest_digest AS "manifestDigest", v.bundle_digest AS "bundleDigest",
         v.bundle_size_bytes AS "bundleSizeBytes",
         ARRAY(SELECT json_build_object('kind', a.evidence_kind, 'digest', a.digest)
                 FROM registry_version_evidence e
                 JOIN registry_artifact a ON a.org_id = e.org_id AND a.digest = e.digest AND a.kind = 'evidence'
                WHERE e.version_id = v.id
                ORDER BY a.evidence_kind, a.digest) AS evidence
  ${IN_PACKAGE}`;

// Several versions of one commit or digest: the published one with the highest version, else one that is not revoked.
const PREFERRED = `ORDER BY v.status = 'published' DESC, v.status = 'revoked', v.sort_key DESC LIMIT 1`;

const RANGE_BATCH = 200;
// A range is searched among this many of the newest published versions.
const RANGE_MAX_VERSIONS = 10_000;

/** Finds the version that a reference means. */
@Injectable()
export class ResolveReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** One statement for every meaning but a range and an abbreviated commit. */
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
        return this.first(
          name,
          `AND v.status = 'published' ORDER BY v.prerelease, v.sort_key DESC LIMIT 1`,
          [],
        );
      case 'range':
        return this.findInRange(name, lookup.range);
    }
  }

  private first(
    name: PackageName,
    condition: string,
    values: readonly unknown[],
  ): Promise<ResolvedRow | undefined> {
    return this.uow.row<ResolvedRow>(`${SELECT_VERSION} ${condition}`, [...packageKeys(name), ...values]);
  }

  private async findByCommit(name: PackageName, prefix: string): Promise<ResolvedRow | undefined> {
    const byCommit = (commit: string): Promise<ResolvedRow | undefined> =>
      this.first(name, `AND v.git_sha = $5 ${PREFERRED}`, [commit]);
    const whole = await byCommit(prefix);
    if (whole !== undefined) return whole;
    // Hexadecimal digits only, so that nothing in the prefix means something to LIKE.
    const commits = await this.uow.rows<{ commit: string; published: boolean }>(
      `SELECT v.git_sha AS commit, bool_or(v.status = 'published') AS published
       ${IN_PACKAGE} AND v.git_sha LIKE $5
        GROUP BY v.git_sha ORDER BY published DESC LIMIT 2`,
      [...packageKeys(name), `${prefix}%`],
    );
    const [first, second] = commits;
    // What is not published yet makes no reference to what is ambiguous: its readers cannot see why.
    const ambiguous = second !== undefined && second.published === first?.published;
    return first === undefined || ambiguous ? undefined : byCommit(first.commit);
  }

  private async findInRange(name: PackageName, range: string): Promise<ResolvedRow | undefined> {
    let below = '\uffff';
    for (let seen = 0; seen < RANGE_MAX_VERSIONS; seen += RANGE_BATCH) {
      const batch = await this.uow.rows<{ version: string; sortKey: string }>(
        `SELECT v.version, v.sort_key AS "sortKey" ${IN_PACKAGE}
            AND v.status = 'published' AND v.sort_key < $5
          ORDER BY v.sort_key DESC LIMIT ${RANGE_BATCH}`,
        [...packageKeys(name), below],
      );
      const found = batch.find(({ version }) => inVersionRange(version, range));
      if (found !== undefined) return this.first(name, `AND v.sort_key = $5 LIMIT 1`, [found.sortKey]);
      const last = batch.at(-1);
      if (batch.length < RANGE_BATCH || last === undefined) return undefined;
      below = last.sortKey;
    }
    return undefined;
  }
}
