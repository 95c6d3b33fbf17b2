import { Injectable } from '@nestjs/common';
import { forbidden } from '../../common/errors/api-error.js';
import { Meters, type Counter } from '../../common/operation/meters.js';
import type { ServiceCaller } from '../../access/hub-principal.js';
import { PoliciesRepository } from '../policies/policies.repository.js';
import { CiCatalogReadModel } from './ci-catalog.read-model.js';
import { readItems, type Item } from './ci-items.js';
import type { EvaluationRequest } from './ci.dto.js';
import { PolicySet, type Decision, type StoredPolicy } from './policy-evaluation.js';
import { Lookup, nameKeysOf, type Subject } from './subjects.js';

/** An item of the request with its decision. */
export interface EvaluatedItem extends Item, Decision {
  /** Null if the server has no complete analysis. */
  readonly globalScore: number | null;
}

/** An evaluation, in the order of its request. */
export interface Evaluation {
  readonly passed: boolean;
  readonly at: Date;
  readonly items: readonly EvaluatedItem[];
}

// No organization has this id.
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

const EVALUATIONS = { result: ['PASS', 'FAIL'] } as const;
const SERVERS = { result: ['ALLOWED', 'DENIED'] } as const;

/** The gate for pipelines (hub contract 12). */
@Injectable()
export class CiService {
  private readonly evaluations: Counter<typeof EVALUATIONS>;
  private readonly servers: Counter<typeof SERVERS>;

  constructor(
    private readonly policies: PoliciesRepository,
    private readonly catalog: CiCatalogReadModel,
    meters: Meters,
  ) {
    this.evaluations = meters.counter('evaluations', 'Evaluations by the gate', EVALUATIONS);
    this.servers = meters.counter('evaluated_servers', 'Evaluated servers', SERVERS);
  }

  /**
   * Decides for each server whether the policies of the token's organization allow it. Runs three statements for any
   * number of servers and writes nothing.
   * @throws 400 for an invalid item, 403 for an organization other than the token's
   */
  async evaluate({ organization }: ServiceCaller, request: EvaluationRequest): Promise<Evaluation> {
    if (request.org_id !== organization.id) throw forbidden();
    const items = readItems(request.mcps);
    const at = new Date();
    const policies = new PolicySet(await this.policies.listEnabled(organization.id), request.environment, at);
    const evaluated = await this.judge(organization.id, items, policies);
    const allowed = evaluated.filter(({ result }) => result === 'ALLOWED').length;
    const passed = allowed === evaluated.length;
    this.evaluations.add({ result: passed ? 'PASS' : 'FAIL' });
    this.servers.add({ result: 'ALLOWED' }, allowed);
    this.servers.add({ result: 'DENIED' }, evaluated.length - allowed);
    return { passed, at, items: evaluated };
  }

  /** Decides about public servers by the given policies, for no organization. Counts nothing. */
  preview(items: readonly Item[], policies: readonly StoredPolicy[]): Promise<readonly EvaluatedItem[]> {
    return this.judge(NO_ORGANIZATION, items, new PolicySet(policies, '', new Date()));
  }

  private async judge(
    orgId: string,
    items: readonly Item[],
    policies: PolicySet,
  ): Promise<readonly EvaluatedItem[]> {
    const subjectOf = await this.lookUp(orgId, items, policies.controls);
    return items.map((item) => {
      const subject = subjectOf(item);
      const globalScore = subject.kind === 'analyzed' ? subject.facts.globalScore : null;
      return { ...item, ...policies.judge(subject), globalScore };
    });
  }

  private async lookUp(
    orgId: string,
    items: readonly Item[],
    controls: readonly string[],
  ): Promise<(item: Item) => Subject> {
    const lookup = new Lookup(items, await this.catalog.findServers(orgId, nameKeysOf(items)));
    const { wanted } = lookup;
    return lookup.resolver(wanted.length === 0 ? [] : await this.catalog.findVersions(wanted, controls));
  }
}
