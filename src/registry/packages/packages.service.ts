import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/api-error.js';
import type { PackageName } from '../versions/resolve.read-model.js';
import type { PackageDetail } from './packages.dto.js';
import { PackagesRepository } from './packages.repository.js';

/** Single packages. */
@Injectable()
export class PackagesService {
  constructor(private readonly packages: PackagesRepository) {}

  /** @throws 404 */
  async get({ org, name }: PackageName): Promise<PackageDetail> {
    const found = await this.packages.find(org, name);
    if (found === null) throw notFound('package');
    return {
      id: `${org}/${found.name}`,
      org_id: org,
      name: found.name,
      visibility: found.visibility,
      description: found.description,
      tags: found.tags,
      default_policy_ref: found.defaultPolicyRef,
    };
  }
}
