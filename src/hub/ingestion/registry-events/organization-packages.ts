import { Injectable, type OnModuleInit } from '@nestjs/common';
import { systemActor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { NewOrganizations } from '../../accounts/organizations/new-organizations.js';
import { RegistryMcpsRepository } from './registry-mcps.repository.js';

const REGISTRY = systemActor('registry');

/**
 * Gives a new organization of the hub what its registry organization has published before (hub contract 20). Only who
 * administers that one may create it (ADR 39).
 */
@Injectable()
export class OrganizationPackages implements OnModuleInit {
  constructor(
    private readonly created: NewOrganizations,
    private readonly entries: RegistryMcpsRepository,
    private readonly audit: AuditService,
  ) {}

  onModuleInit(): void {
    this.created.subscribe(async ({ id: orgId, slug }) => {
      const packages = await this.entries.adopt(orgId, slug);
      if (packages === 0) return;
      await this.audit.record({
        orgId,
        actor: REGISTRY,
        action: 'organization.packages_assigned',
        resourceId: orgId,
        details: { packages },
      });
    });
  }
}
