import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/api-error.js';
import type { PackageName } from './package-name.js';
import type { PackageDetail } from './packages.dto.js';
import { PackagesRepository } from './packages.repository.js';

/** Single packages. */
@Injectable()
export class PackagesService {
  constructor(private readonly packages: PackagesRepository) {}

  /** @throws 404 */
  async get(path: PackageName): Promise<PackageDetail> {
    const { org, name } = path;
    const found = await this.packages.find(path);
    if (found === undefined) throw notFound('package');
    return {
      id: `${org}/${name}`,
      org_id: org,
      name,
      visibility: found.visibility,
      description: found.description,
      tags: found.tags,
      default_policy_ref: found.defaultPolicyRef,
    };
  }
}
