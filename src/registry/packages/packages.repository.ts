import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { Package } from './package.entity.js';
import { FROM_PACKAGE, packageKeys, type PackageName } from './package-name.js';

/** A package, found by its name. */
export type PackageRow = Pick<Package, 'id' | 'visibility' | 'description' | 'tags' | 'defaultPolicyRef'>;

/** What a publish may say about its package; what is absent stays as it is. */
export interface PackageChange {
  readonly visibility?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
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

  /**
   * The package of this name, made private when there is none; its spelling may be another's. Its row stays locked until
   * the transaction ends, so that two publishes of one package never wait for each other's rows in a circle.
   */
  async ensure(orgId: string, name: string): Promise<{ id: string; name: string }> {
    await this.uow.rows(
      `INSERT INTO registry_package (id, org_id, name, name_key, created_at) VALUES ($1, $2, $3, $4, now())
       ON CONFLICT ON CONSTRAINT registry_package_name_key DO NOTHING`,
      [randomUUID(), orgId, name, nameKey(name)],
    );
    const found = await this.uow.row<{ id: string; name: string }>(
      `SELECT id, name FROM registry_package WHERE org_id = $1 AND name_key = $2 FOR NO KEY UPDATE`,
      [orgId, nameKey(name)],
    );
    if (found === undefined) throw new Error('a package that was just made is not there');
    return found;
  }

  /** Locks a package as `ensure` does. Whoever changes its versions takes this lock first, so that none waits in a circle. */
  async lock(id: string): Promise<void> {
    await this.uow.rows(`SELECT id FROM registry_package WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  }

  /** Applies a change and marks that the catalog shows something new. */
  async change(id: string, change: PackageChange = {}): Promise<void> {
    await this.uow.rows(
      `UPDATE registry_package
          SET revision = revision + 1,
              visibility = coalesce($2, visibility),
              description = coalesce($3, description),
              tags = coalesce($4::text[], tags)
        WHERE id = $1`,
      [id, change.visibility ?? null, change.description ?? null, change.tags ?? null],
    );
  }
}
