import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { AdvisoryKey, AdvisoryRow, WatchedPackage } from './advisory-row.js';

/** Parameters that name rows: three arrays of the same length. */
const keyArrays = (keys: readonly AdvisoryKey[]): readonly (readonly string[])[] => [
  keys.map(({ id }) => id),
  keys.map(({ ecosystem }) => ecosystem),
  keys.map(({ packageKey }) => packageKey),
];

/** SQL of the advisories. Every statement handles a batch. */
@Injectable()
export class AdvisoriesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** What a source has stored about some advisories. */
  storedOf(sourceId: string, ids: readonly string[]): Promise<(AdvisoryKey & { readonly digest: string })[]> {
    return this.uow.rows(
      `SELECT id, ecosystem, package_key AS "packageKey", digest
         FROM advisory WHERE source_id = $1 AND id = ANY($2::text[])`,
      [sourceId, ids],
    );
  }

  /** Of these rows those about packages that MCPs depend on, with at most 1,000 versions of each. */
  watchedOf(sourceId: string, keys: readonly AdvisoryKey[]): Promise<WatchedPackage[]> {
    return this.uow.rows(
      `SELECT k.id, k.ecosystem, k.package_key AS "packageKey", d.versions, a.record
         FROM unnest($2::text[], $3::text[], $4::text[]) AS k (id, ecosystem, package_key)
         CROSS JOIN LATERAL
              (SELECT array_agg(v.version) AS versions
                 FROM (SELECT DISTINCT version FROM mcp_dependency
                        WHERE ecosystem = k.ecosystem AND package_key = k.package_key LIMIT 1000) v) d
         LEFT JOIN advisory a ON a.source_id = $1 AND a.id = k.id
                             AND a.ecosystem = k.ecosystem AND a.package_key = k.package_key
        WHERE d.versions IS NOT NULL`,
      [sourceId, ...keyArrays(keys)],
    );
  }

  async write(sourceId: string, rows: readonly AdvisoryRow[]): Promise<void> {
    await this.uow.rows(
      `INSERT INTO advisory (source_id, id, ecosystem, package_key, day, digest, record)
       SELECT $1, r.id, r.ecosystem, r.package_key, r.day, r.digest, r.record::json
         FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
              AS r (id, ecosystem, package_key, day, digest, record)
        ORDER BY r.id, r.ecosystem, r.package_key
       ON CONFLICT (source_id, id, ecosystem, package_key) DO UPDATE
          SET day = excluded.day, digest = excluded.digest, record = excluded.record`,
      [
        sourceId,
        ...keyArrays(rows),
        rows.map(({ day }) => day),
        rows.map(({ digest }) => digest),
        rows.map(({ record }) => JSON.stringify(record)),
      ],
    );
  }

  async delete(sourceId: string, keys: readonly AdvisoryKey[]): Promise<void> {
    await this.uow.rows(
      `DELETE FROM advisory a USING unnest($2::text[], $3::text[], $4::text[]) AS k (id, ecosystem, package_key)
        WHERE a.source_id = $1 AND a.id = k.id AND a.ecosystem = k.ecosystem AND a.package_key = k.package_key`,
      [sourceId, ...keyArrays(keys)],
    );
  }

  /** Up to `limit` rows of some ecosystems of a source, after a row. */
  page(
    sourceId: string,
    ecosystems: readonly string[],
    after: AdvisoryKey,
    limit: number,
  ): Promise<AdvisoryKey[]> {
    return this.uow.rows(
      `SELECT id, ecosystem, package_key AS "packageKey" FROM advisory
        WHERE source_id = $1 AND ecosystem = ANY($2::text[]) AND (id, ecosystem, package_key) > ($3, $4, $5)
        ORDER BY id, ecosystem, package_key LIMIT $6`,
      [sourceId, ecosystems, after.id, after.ecosystem, after.packageKey, limit],
    );
  }

  /**
   * The JSON texts of the advisories about some packages. What several sources say under one identifier is returned
   * once, the newest.
   */
  async about(packages: readonly { readonly ecosystem: string; readonly name: string }[]): Promise<string[]> {
    const found = await this.uow.rows<{ record: string }>(
      `SELECT DISTINCT ON (a.ecosystem, a.package_key, a.id) a.record::text AS record
         FROM unnest($1::text[], $2::text[]) AS p (ecosystem, package_key)
         JOIN advisory a ON a.ecosystem = p.ecosystem AND a.package_key = p.package_key
        ORDER BY a.ecosystem, a.package_key, a.id, a.day DESC NULLS LAST, a.source_id`,
      [packages.map(({ ecosystem }) => ecosystem), packages.map(({ name }) => name)],
    );
    return found.map(({ record }) => record);
  }
}
