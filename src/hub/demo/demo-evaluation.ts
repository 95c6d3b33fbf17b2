import { Injectable } from '@nestjs/common';
import type { HubRule } from '../../auth/rules/access-rule.js';
import { checkHubAccess } from '../../auth/hub/hub-access-check.js';
import { HubChanges } from '../../auth/hub/hub-changes.js';
import { writtenScope } from '../../auth/rules/service-token-scopes.js';
import { CiService } from '../gate/ci/ci.service.js';
import type { Evaluation } from '../gate/evaluation-records/evaluation.js';
import { ServiceTokenUses } from '../accounts/service-tokens/service-token-uses.service.js';
import { ServiceTokensService } from '../accounts/service-tokens/service-tokens.service.js';
import type { Administrator } from './demo-administrator.js';
import { DEMO } from './demo-servers.js';
import { DemoReadModel, type ServerVersion } from './demo.read-model.js';

const CREATE_TOKEN: HubRule = { kind: 'organization', permission: 'token:write' };
const EVALUATE: HubRule = { kind: 'service_token', scope: 'ci:org', enterprise: true };

/** Asks the gate of the demo's organization, as a pipeline of the organization would. */
@Injectable()
export class DemoEvaluation {
  constructor(
    private readonly changes: HubChanges,
    private readonly tokens: ServiceTokensService,
    private readonly uses: ServiceTokenUses,
    private readonly gate: CiService,
    private readonly states: DemoReadModel,
  ) {}

  /**
   * Evaluates servers for `production` with a token that is created for this; nobody learns its secret. Undefined if another
   * process has done so.
   */
  async record(
    administrator: Administrator,
    orgId: string,
    servers: readonly ServerVersion[],
  ): Promise<Evaluation | undefined> {
    const secret = await this.createToken(administrator, orgId);
    const caller = secret === undefined ? undefined : await this.uses.callerOf(secret);
    if (caller === undefined) return undefined;
    checkHubAccess(EVALUATE, caller, orgId);
    return this.gate.evaluate(caller, {
      org_id: orgId,
      environment: 'production',
      mcps: servers.map(({ name, version }) => ({ name, version })),
    });
  }

  /** Under the lock of the organization, so that of several processes one creates it. */
  private async createToken(administrator: Administrator, orgId: string): Promise<string | undefined> {
    const caller = await administrator.admittedBy(CREATE_TOKEN, orgId);
    return this.changes.run(caller, { organizations: [orgId] }, async () => {
      const owner = await this.states.ownerOf(DEMO);
      if (owner?.isComplete !== false) return undefined;
      const created = await this.tokens.create(caller, orgId, {
        name: DEMO,
        description: 'Created by the demo, which has asked the gate with it once',
        scopes: [writtenScope('ci:org', orgId)],
        expires_in_days: 1,
      });
      return created.token;
    });
  }
}
