import { Injectable } from '@nestjs/common';
import type { OrganizationCreator } from '../../auth/organization-names/organization-names.js';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { conflict, type ApiError } from '../../common/errors/api-error.js';
import { organizationSuspended } from '../../auth/rules/suspended-organization.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import type { PackageName } from './package-name.js';
import type { PackageDetail } from './packages.dto.js';
import { PackagesRepository, type PublishedPackage, type PackageChange } from './packages.repository.js';
import { versionNotFound } from './version-not-found.js';

/** Single packages. */
@Injectable()
export class PackagesService {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly organizations: OrganizationsService,
  ) {}

  /** @throws 404, 403 for callers with rights to a package of a suspended organization */
  async get(principal: RegistryPrincipal, path: PackageName): Promise<PackageDetail> {
    const { org, name } = path;
    const found = await this.packages.find(path);
    if (found === undefined) throw await versionNotFound(this.packages, principal, path);
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

  /**
   * For the transaction of a publish: the package, changed as the request says. It and its organization are created
   * with their first version.
   * @throws 409 when either exists in another spelling, or the organization is new and its name belongs to another
   * owner.
   */
  async findOrCreate(
    name: PackageName,
    change: PackageChange,
    creator: OrganizationCreator,
  ): Promise<PublishedPackage> {
    let pack = await this.packages.publish(name, change);
    if (pack === undefined) {
      const organization = await this.organizations.findOrCreate(name.org, creator);
      await this.packages.create(organization.id, name.name);
      pack = await this.packages.publish(name, change);
    }
    if (pack === undefined) throw new Error('a package that was just created is not there');
    requireSpelling(name, pack.org, pack.name);
    return pack;
  }

  /**
   * For a publish, before it stores anything: checks that `findOrCreate` would currently accept these names. `found`
   * has the stored spellings.
   * @throws 409 as `findOrCreate`, 403 for a suspended organization
   */
  async requireName(
    name: PackageName,
    found: {
      readonly organization: string | null;
      readonly package: string | null;
      readonly suspended: boolean;
    },
    creator: OrganizationCreator,
  ): Promise<void> {
    if (found.suspended) throw organizationSuspended(name.org);
    requireSpelling(name, found.organization ?? name.org, found.package ?? name.name);
    if (found.organization === null) await this.organizations.requireName(name.org, creator);
  }
}

function requireSpelling({ org, name }: PackageName, storedOrg: string, storedName: string): void {
  if (storedOrg !== org) throw spelledDifferently('organization', storedOrg);
  if (storedName !== name) throw spelledDifferently('package', storedName);
}

const spelledDifferently = (what: string, spelling: string): ApiError =>
  conflict(`the ${what} exists with another spelling: ${spelling}`);
