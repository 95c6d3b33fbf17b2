import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { Package } from './package.entity.js';
import { FROM_PACKAGE, packageKeys, type PackageName } from './package-name.js';

/** A package, found by its name. */
export type PackageRow = Pick<Package, 'id' | 'visibility' | 'description' | 'tags' | 'defaultPolicyRef'>;

/** Changes to a package in a publish; absent fields stay unchanged. */
export interface PackageChange {
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** A package with its organization, spelled as stored. */
export interface PublishedPackage {
  readonly id: string;
  readonly name: string;
  readonly orgId: string;
  readonly org: string;
  /** Nothing of it was published yet. */
  readonly isNew: boolean;
}

/** SQL of packages. */
@Injectable()
export class PackagesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The package with exactly this spelling. */
  find(name: PackageName): Promise<PackageRow | undefined> {
    return this.uow.row<PackageRow>(
      `SELECT p.id, p.visibility, p.description, p.tags, p.default_policy_ref AS "defaultPolicyRef" ${FROM_PACKAGE}`,
      packageKeys(name),
    );
  }

  /** Whether a package that callers may see exists, and whether its organization is suspended. */
  async stateOf(name: PackageName): Promise<{ readonly exists: boolean; readonly suspended: boolean }> {
    const row = await this.uow.row<{ exists: boolean; suspended: boolean }>(
      `SELECT EXISTS (SELECT ${FROM_PACKAGE}) AS exists,
              EXISTS (SELECT FROM registry_organization s
                       WHERE s.slug_key = $1 AND s.slug = $2 AND s.suspended) AS suspended`,
      packageKeys(name),
    );
    return row ?? { exists: false, suspended: false };
  }

  /** Creates a private package unless one of this name exists in any spelling. */
  async create(orgId: string, name: string): Promise<void> {
    await this.uow.rows(
      `INSERT INTO registry_package (id, org_id, name, name_key, created_at) VALUES ($1, $2, $3, $4, now())
       ON CONFLICT ON CONSTRAINT registry_package_name_key DO NOTHING`,
      [randomUUID(), orgId, name, nameKey(name)],
    );
  }

  /** Takes a row lock, so that no other transaction changes the package or its versions until this one ends. */
  async lock(id: string): Promise<void> {
    await this.uow.rows('SELECT id FROM registry_package WHERE id = $1 FOR NO KEY UPDATE', [id]);
  }

  async setVisibility(id: string, visibility: string): Promise<void> {
    await this.uow.rows('UPDATE registry_package SET visibility = $2 WHERE id = $1', [id, visibility]);
  }

  /**
   * Applies a change to the package of this name; undefined if it does not exist. The returned spelling may differ from
   * `name`. Its row stays locked until the transaction ends, so that concurrent publishes of one package do not
   * deadlock.
   */
  publish({ org, name }: PackageName, change: PackageChange): Promise<PublishedPackage | undefined> {
    return this.uow.row<PublishedPackage>(
      `UPDATE registry_package p
          SET description = coalesce($3, description),
              tags = coalesce($4::text[], tags)
         FROM registry_organization o
        WHERE o.slug_key = $1 AND p.org_id = o.id AND p.name_key = $2
       RETURNING p.id, p.name, o.id AS "orgId", o.slug AS org,
                 NOT EXISTS (SELECT FROM registry_version v
                              WHERE v.package_id = p.id AND v.status IN ('published', 'revoked')) AS "isNew"`,
      [nameKey(org), nameKey(name), change.description ?? null, change.tags ?? null],
    );
  }
}
