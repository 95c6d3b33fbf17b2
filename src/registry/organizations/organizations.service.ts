import { Injectable } from '@nestjs/common';
import {
  OrganizationNames,
  type OrganizationCreator,
} from '../../auth/organization-names/organization-names.js';
import { RegistryTrail } from '../../auth/trail/registry-trail.js';
import { organizationSuspended } from '../../auth/rules/suspended-organization.js';
import { OrganizationsRepository, type NamedOrganization } from './organizations.repository.js';

/** Organizations of the registry, which are created with their first package or member. */
@Injectable()
export class OrganizationsService {
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly names: OrganizationNames,
    private readonly trail: RegistryTrail,
  ) {}

  /**
   * For the transaction of a change: finds or creates the organization of this name. Its spelling may differ from
   * `slug`.
   * @throws 409 when the name exists in the hub and is not the creator's, or is spelled differently; 403 when it is suspended
   * there
   */
  async findOrCreate(slug: string, creator: OrganizationCreator): Promise<NamedOrganization> {
    const found = await this.organizations.findByName(slug);
    if (found !== undefined) return found;
    await this.names.claimInRegistry(slug, creator);
    const created = await this.organizations.findOrCreate(slug);
    if (created.suspended && creator !== 'operator') throw organizationSuspended(slug);
    await this.trail.record(creator, {
      org: slug,
      action: 'registry_organization.created',
      resource: created.id,
      details: { slug },
    });
    return created;
  }

  /**
   * Checks that `findOrCreate` could create an organization of this name now. Reserves nothing.
   * @throws 409 as `findOrCreate`
   */
  requireName(slug: string, creator: OrganizationCreator): Promise<void> {
    return this.names.requireForRegistry(slug, creator);
  }
}
