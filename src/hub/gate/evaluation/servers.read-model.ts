import { Injectable } from '@nestjs/common';
import { NIL_UUID } from '../../../common/values/uuid.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { pythonKeyInRegistry, releaseKey } from '../../catalog/mcps/release-key.js';
import {
  canBeNewest,
  isElsewhereInRegistry,
  isInRegistry,
  newestFirst,
} from '../../catalog/version-order/newest-version.js';
import { tagMovedTo } from '../../catalog/version-order/moved-tags.js';
import type { ServerLookup } from '@mcp-hub/client-configurations/names';
import { IS_CERTIFIED, inNumberOrder } from './resolved-by-number.js';
import { IN_PLACE, MAX_ENTRIES, PUBLIC_NAME_COLUMNS, RANK, type PublicNameFacts } from './named-entries.js';
import { latestAnalysis, VERSION_FACTS, type ServerFacts, type VersionFacts } from '../policies/mcp-facts.js';
import type { VersionReference } from './version-reference.js';

/** A server that matches a requested name. */
export interface NamedServer extends ServerFacts, PublicNameFacts {
  /** Index among the requested names, from 0. */
  readonly index: number;
  readonly id: string;
  /** `owner/slug`. */
  readonly name: string;
  /** Whether it belongs to the requesting organization. */
  readonly own: boolean;
  /** Whether its organization is suspended or deleted. */
  readonly withdrawn: boolean;
  /** Of an image or address: the version that it is. Null for other names. */
  readonly boundVersionId: string | null;
  /** Variables that the requesting organization sets for it, whether it reads them or not. */
  readonly namedVariables: readonly string[];
}

/** A requested version of a server. */
export interface WantedVersion {
  readonly mcpId: string;
  readonly reference: VersionReference;
  /** Only versions whose bytes came from there: a package, or a folder of a repository. */
  readonly sourceKey: string | null;
  /** Or from there; only with `sourceKey`. */
  readonly otherKey: string | null;
  /** Only versions with these bytes: `sha256:<hex>`. */
  readonly digest: string | null;
  /** Only this version. */
  readonly versionId: string | null;
}

/** A version that matches a reference, with its latest complete analysis. */
export interface FoundVersion extends VersionFacts {
  /** Index among the requested versions (`wanted`), from 0. */
  readonly index: number;
  readonly id: string;
  readonly visibleVersion: string;
  readonly semver: string | null;
  /** Of the repository that the bytes came from; null for other sources. */
  readonly repoUrl: string | null;
  /** Whether the reference matches other commits, too, that may be meant. */
  readonly ambiguous: boolean;
  /** Whether it is the one that `latest` refers to. */
  readonly isNewest: boolean;
  /** For `latest`: how the gate finds it and the newest certified version by the same name; null for other references. */
  readonly newest: { readonly version: string; readonly certified: string | null } | null;
}

/**
 * The catalog queries of an evaluation: two statements for any number of servers. Each takes arrays, so that the
 * database executes them as joins.
 */
@Injectable()
export class ServersReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Finds the servers with these names: a few for each, the organization's own first, then public ones, withdrawn ones
   * last. Other organizations' private servers are not found.
   */
  findServers(orgId: string, lookups: readonly ServerLookup[]): Promise<NamedServer[]> {
    return this.uow.rows<NamedServer>(FIND_SERVERS, [
      orgId,
      lookups.map(({ by }) => by),
      lookups.map(({ key }) => key),
      lookups.map((lookup) => (lookup.by === 'repository' ? lookup.path : '')),
    ]);
  }

  /** The names of an organization's first servers in alphabetical order, and how many it has. */
  async ownServers(
    orgId: string,
    limit: number,
  ): Promise<{ readonly total: number; readonly names: string[] }> {
    const row = await this.uow.row<{ total: number; names: string[] }>(
      `SELECT (SELECT count(*)::integer FROM mcp WHERE org_id = $1) AS total,
              ARRAY(SELECT name FROM mcp WHERE org_id = $1 ORDER BY name_key LIMIT $2) AS names`,
      [orgId, limit],
    );
    return row ?? { total: 0, names: [] };
  }

  /**
   * Finds the versions that the references match; references without a match are left out.
   * @param controls ids of the controls to read
   */
  findVersions(wanted: readonly WantedVersion[], controls: readonly string[]): Promise<FoundVersion[]> {
    return this.uow.rows<FoundVersion>(FIND_VERSIONS, [
      wanted.map(({ mcpId }) => mcpId),
      wanted.map(({ reference }) => reference.text),
      wanted.map(({ reference }) => reference.semver),
      wanted.map(({ reference }) => reference.commit),
      wanted.map(({ sourceKey }) => sourceKey),
      wanted.map(({ otherKey }) => otherKey),
      wanted.map(({ digest }) => digest),
      wanted.map(({ versionId }) => versionId),
      controls,
      wanted.map(({ reference: { semver } }) => semver && releaseKey(semver, 'registry')),
      wanted.map(({ reference: { semver } }) => semver && pythonKeyInRegistry(semver)),
    ]);
  }
}

const SERVER = `
  ordinal::integer - 1 AS index, found.id, found.name, found.name_key AS "nameKey", found.license, found.origin,
  found.own, found.withdrawn, found.vouched, found."platformSource",
  found.bound AS "boundVersionId", found.rank, found.created_at,
  coalesce((SELECT l.variables FROM mcp_launch l WHERE l.org_id = $1 AND l.mcp_id = found.id), '{}') AS "namedVariables"`;

/**
 * The servers for each name of a kind that meet a condition on `wanted` and `mcp`. Several public ones with a name are
 * different servers; several with one source or the same bytes are the same one, of which the best known comes first.
 */
const serversBy = (kind: ServerLookup['by'], condition: string, bound = 'NULL::uuid'): string => `
  SELECT ${SERVER}
    FROM wanted
   CROSS JOIN LATERAL (
     SELECT id, name, name_key, license, origin, org_id IS NOT NULL AND org_id = $1 AS own, withdrawn,
            ${PUBLIC_NAME_COLUMNS}, ${bound} AS bound, ${RANK} AS rank, created_at
       FROM mcp
      WHERE ${condition} AND (visibility = 'public' OR org_id = $1)
      ORDER BY ${IN_PLACE}
      LIMIT ${kind === 'name' ? 2 : MAX_ENTRIES}) AS found
   WHERE wanted.kind = '${kind}'`;

/** The servers of an image or address, as the organization has stated it. */
function serversByTarget(kind: 'image' | 'remote'): string {
  const target = `mcp_launch_target t WHERE t.org_id = $1 AND t.kind = '${kind}' AND t.target = wanted.key`;
  // An address without a version serves the newest one; without any, no version is meant.
  return serversBy(
    kind,
    `mcp.id = (SELECT t.mcp_id FROM ${target})`,
    `coalesce((SELECT t.version_id FROM ${target}), mcp.newest_version_id, '${NIL_UUID}')`,
  );
}

// Another repository may have its address now.
const HAS_ADDRESS = 'mcp.repo_key = wanted.key AND mcp.repo_taken_by IS NULL';

const FIND_SERVERS = `
  WITH wanted AS (
    SELECT * FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS wanted (kind, key, path, ordinal)
  )
  ${[
    serversBy('name', 'mcp.name_key = wanted.key'),
    serversBy('repository', `${HAS_ADDRESS} AND mcp.source_path = wanted.path`),
    serversBy(
      'package',
      'mcp.id IN (SELECT mcp_id FROM mcp_version v WHERE mcp_source_key(v.source) = wanted.key)',
    ),
    serversBy(
      'digest',
      `mcp.id IN (SELECT mcp_id FROM mcp_version v WHERE v.tarball_sha256 = wanted.key
                   UNION SELECT mcp_id FROM mcp_version v WHERE v.release_digests @> ARRAY[wanted.key])`,
    ),
    serversBy('public', `${HAS_ADDRESS} AND mcp.source_path = ''`),
    serversByTarget('image'),
    serversByTarget('remote'),
  ].join('\n  UNION ALL')}
   ORDER BY index, ${IN_PLACE}`;

// Versions of the source and with the bytes that the name is about.
const isMeant = (v: string): string => `
  (wanted.source_key IS NULL OR mcp_source_key(${v}.source) IN (wanted.source_key, wanted.other_key))
  AND (wanted.digest IS NULL OR ${v}.tarball_sha256 = wanted.digest OR ${v}.release_digests @> ARRAY[wanted.digest])
  AND (wanted.version_id IS NULL OR ${v}.id = wanted.version_id)`;
const IS_MEANT = isMeant('v');

/** The version as a name is pinned to it: its number where that means it. */
const pinOf = (v: string): string => `
  CASE WHEN wanted.source_key IS NOT NULL AND ${v}.source ->> 'kind' IN ('npm', 'pypi') THEN ${v}.source ->> 'version'
       WHEN ${isInRegistry(v)} AND ${v}.semver IS NOT NULL THEN ${v}.semver ELSE ${v}.visible_version END`;

/** Of how many of its last versions the newest certified one is looked for, when `latest` is denied. */
const LAST_VERSIONS = 50;

const NEWEST_CERTIFIED = `
  (SELECT ${pinOf('c')}
     FROM (SELECT * FROM mcp_version c WHERE c.mcp_id = v.mcp_id AND ${canBeNewest('c')}
            ORDER BY ${newestFirst('c')} LIMIT ${LAST_VERSIONS}) c
    WHERE ${isMeant('c')} AND c.${IS_CERTIFIED} AND (SELECT true FROM snapshot s WHERE s.version_id = c.id AND s.complete LIMIT 1)
    ORDER BY ${newestFirst('c')} LIMIT 1)`;

// Without it, each reference would be looked up among the digests, too.
const IS_DIGEST = `starts_with(wanted.text, 'sha256:')`;

// A tag of another version with that number says nothing of this one, which may be that of a package.
const TAG_WAS_MOVED = `(${tagMovedTo('v', "split_part(wanted.semver, '+', 1)")}) IS NOT NULL`;

// What the registry has under the number. A release key may be that of another number, which others have given to the bytes
// of the version; what was published under this one is the registry's.
const IS_OF_REGISTRY = `
  wanted.source_key IS NULL AND ${isInRegistry('v')}
  AND (v.source ->> 'kind' IS NOT DISTINCT FROM 'registry'
       OR NOT EXISTS (SELECT FROM mcp_version o
                       WHERE o.mcp_id = v.mcp_id AND o.semver = wanted.semver AND o.source ->> 'kind' = 'registry'))`;

/**
 * A reference is tried as `latest`, visible version, semantic version, commit and digest, in this order; the first kind that
 * matches wins. `latest` passes over revoked versions, as in the registry. Each lookup uses an
 * index, so that the cost does not grow with the number of stored versions.
 *
 * A preview is found by its whole commit or its visible version only.
 *
 * `latest` of a server is ambiguous if the registry has another latest version because it cannot have the newest one under
 * its number.
 *
 * A semantic version refers to the newest analyzed of several commits, because a version that was not certified can be
 * replaced (hub contract 19). What the registry has under it comes first, analyzed or not, unless the name is that of another
 * source: it is what clients run. It is ambiguous if another of them is certified, or if its tag was moved to another commit. Versions with the same bytes are equal, but
 * a revoked one comes first.
 */
const FIND_VERSIONS = `
  WITH wanted AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::uuid[],
                         $10::text[], $11::text[])
      WITH ORDINALITY AS wanted (mcp_id, text, semver, commit, source_key, other_key, digest, version_id, registry_key, python_key,
                                       ordinal)
  ), matched AS (
    SELECT ordinal, 0 AS kind, latest.*
      FROM wanted
     CROSS JOIN LATERAL (
       SELECT id, commit_hash, created_at, status, false AS is_revoked, false AS is_of_registry FROM mcp_version v
        WHERE v.mcp_id = wanted.mcp_id AND ${canBeNewest('v')} AND ${IS_MEANT}
        ORDER BY ${newestFirst('v')} LIMIT 1) AS latest
     WHERE text = 'latest' AND wanted.version_id IS NULL AND (wanted.source_key IS NOT NULL OR wanted.digest IS NOT NULL)
    UNION ALL
    SELECT ordinal, 0, newest.*
      FROM wanted
     CROSS JOIN LATERAL (
       SELECT v.id, v.commit_hash, v.created_at, v.status, false, false FROM mcp m JOIN mcp_version v ON v.id = m.newest_version_id
        WHERE m.id = wanted.mcp_id LIMIT 1) AS newest
     WHERE text = 'latest' AND wanted.version_id IS NULL AND wanted.source_key IS NULL AND wanted.digest IS NULL
    UNION ALL
    SELECT ordinal, 0, bound.*
      FROM wanted
     CROSS JOIN LATERAL (
       SELECT id, commit_hash, created_at, status, revoked_at IS NOT NULL, false FROM mcp_version v
        WHERE v.id = wanted.version_id AND v.mcp_id = wanted.mcp_id AND ${IS_MEANT} LIMIT 1) AS bound
     WHERE text = 'latest'
    UNION ALL
    SELECT ordinal, 1, id, commit_hash, created_at, status, revoked_at IS NOT NULL, false
      FROM wanted JOIN mcp_version v ON v.mcp_id = wanted.mcp_id AND v.visible_version = wanted.text AND ${IS_MEANT}
    UNION ALL
    SELECT ordinal, 2, id, commit_hash, created_at, status, revoked_at IS NOT NULL, ${IS_OF_REGISTRY}
      FROM wanted JOIN mcp_version v ON v.mcp_id = wanted.mcp_id AND v.semver = wanted.semver AND NOT v.preview AND ${IS_MEANT}
    UNION ALL
    -- The registry may have a version under a number that is not its own: 1.0.0 for 1.0 of PyPI.
    SELECT ordinal, 2, id, commit_hash, created_at, status, false, true
      FROM wanted JOIN mcp_version v
        ON v.mcp_id = wanted.mcp_id AND coalesce(v.release_key, '') = ANY (ARRAY[wanted.registry_key, wanted.python_key]) AND ${canBeNewest('v')}
       AND v.semver IS DISTINCT FROM wanted.semver AND wanted.source_key IS NULL AND ${IS_MEANT}
    UNION ALL
    -- A commit may have several tags; its version has the highest number.
    SELECT ordinal, 2, v.id, v.commit_hash, v.created_at, v.status, v.revoked_at IS NOT NULL, false
      FROM wanted JOIN mcp_version_tag t ON t.mcp_id = wanted.mcp_id AND t.number = split_part(wanted.semver, '+', 1)
      JOIN mcp_version v ON v.id = t.version_id AND split_part(v.semver, '+', 1) IS DISTINCT FROM t.number AND NOT v.preview AND ${IS_MEANT}
    UNION ALL
    -- Versions of PyPI are not semantic versions.
    SELECT ordinal, 2, id, commit_hash, created_at, status, revoked_at IS NOT NULL, false
      FROM wanted JOIN mcp_version v
        ON v.mcp_id = wanted.mcp_id AND mcp_source_key(v.source) = wanted.source_key
       AND v.source ->> 'version' = wanted.text AND (wanted.semver IS NULL OR v.semver IS DISTINCT FROM wanted.semver) AND ${IS_MEANT}
    UNION ALL
    SELECT ordinal, 3, id, commit_hash, created_at, status, revoked_at IS NOT NULL, false
      FROM wanted JOIN mcp_version v
        ON v.mcp_id = wanted.mcp_id AND left(v.commit_hash, 7) = left(wanted.commit, 7)
       AND starts_with(v.commit_hash, wanted.commit) AND (NOT v.preview OR v.commit_hash = wanted.commit) AND ${IS_MEANT}
    UNION ALL
    SELECT ordinal, 4, id, commit_hash, created_at, status, revoked_at IS NOT NULL, false
      FROM wanted JOIN mcp_version v ON v.mcp_id = wanted.mcp_id AND v.tarball_sha256 = wanted.text AND ${IS_DIGEST} AND NOT v.preview AND ${IS_MEANT}
    UNION ALL
    SELECT ordinal, 4, id, commit_hash, created_at, status, revoked_at IS NOT NULL, false
      FROM wanted JOIN mcp_version v ON v.release_digests @> ARRAY[wanted.text] AND v.mcp_id = wanted.mcp_id AND ${IS_DIGEST} AND NOT v.preview AND ${IS_MEANT}
  ), chosen AS (
    SELECT DISTINCT ON (ordinal) ordinal, id, kind,
           CASE kind
             WHEN 2 THEN count(*) FILTER (WHERE ${IS_CERTIFIED}) OVER of_kind > (${IS_CERTIFIED})::integer
             WHEN 4 THEN false
             ELSE min(commit_hash) OVER of_kind <> max(commit_hash) OVER of_kind
           END AS ambiguous
      FROM matched
    WINDOW of_kind AS (PARTITION BY ordinal, kind)
     ORDER BY ordinal, kind, (kind = 4 AND is_revoked) DESC, ${inNumberOrder('kind = 2')}
  )
  SELECT chosen.ordinal::integer - 1 AS index,
         chosen.ambiguous OR (chosen.kind = 2 AND ${TAG_WAS_MOVED})
           OR (chosen.kind = 0 AND wanted.source_key IS NULL AND wanted.digest IS NULL AND wanted.version_id IS NULL
               AND ${isElsewhereInRegistry('v')}) AS ambiguous, chosen.kind = 0 AS "isNewest",
         CASE WHEN chosen.kind = 0 AND wanted.version_id IS NULL
              THEN json_build_object('version', ${pinOf('v')}, 'certified', CASE WHEN v.${IS_CERTIFIED} AND analysis.snapshot IS NOT NULL THEN ${pinOf('v')}
                     ELSE ${NEWEST_CERTIFIED} END) END AS newest, v.id, v.visible_version AS "visibleVersion",
         v.semver, CASE WHEN v.source ->> 'kind' = 'repository' THEN v.source ->> 'url' END AS "repoUrl",
         ${VERSION_FACTS}, analysis.snapshot
    FROM chosen
    JOIN wanted ON wanted.ordinal = chosen.ordinal
    JOIN mcp_version v ON v.id = chosen.id
    ${latestAnalysis('$9')}`;
