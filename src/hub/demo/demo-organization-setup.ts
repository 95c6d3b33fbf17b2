import { Injectable } from '@nestjs/common';
import type { HubRule } from '../../auth/rules/access-rule.js';
import { ApiError } from '../../common/errors/api-error.js';
import { currentDate } from '../../common/values/clock.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { OrganizationCreationService } from '../administration/admin/organization-creation.service.js';
import { AreasService } from '../accounts/areas/areas.service.js';
import { PoliciesService } from '../gate/policies/policies.service.js';
import type { Administrator } from './demo-administrator.js';
import { demoPolicies } from './demo-policies.js';
import { DEMO } from './demo-servers.js';

const CREATE_ORGANIZATION: HubRule = { kind: 'platform_admin' };
const CREATE_AREA: HubRule = { kind: 'organization', permission: 'org:edit', enterprise: true };
const WRITE_POLICIES: HubRule = { kind: 'organization', permission: 'policy:write', enterprise: true };

/** Creates the demo's organization. */
@Injectable()
export class DemoOrganizationSetup {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly organizations: OrganizationCreationService,
    private readonly areas: AreasService,
    private readonly policies: PoliciesService,
  ) {}

  /** Creates it with its area and policies, or nothing. Returns its id; undefined if its slug was taken meanwhile. */
  async create(administrator: Administrator): Promise<string | undefined> {
    try {
      return await this.uow.run(() => this.createAll(administrator));
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'conflict') return undefined;
      throw error;
    }
  }

  private async createAll(administrator: Administrator): Promise<string> {
    const { id } = await this.organizations.create(
      await administrator.admittedBy(CREATE_ORGANIZATION),
      { name: 'Demo', slug: DEMO, display_name: 'Demo', plan: 'ENTERPRISE' },
      administrator.id,
    );
    await this.areas.create(await administrator.admittedBy(CREATE_AREA, id), id, {
      name: 'Developer tools',
      slug: 'developer-tools',
      description: 'Servers that developers use',
    });
    for (const policy of demoPolicies(currentDate())) {
      await this.policies.create(await administrator.admittedBy(WRITE_POLICIES, id), id, policy);
    }
    return id;
  }
}
