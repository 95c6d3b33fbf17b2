import { parseCodeHost } from '@mcp-hub/sources/code-hosts';
import { Inject, Injectable } from '@nestjs/common';
import { NIL_UUID } from '../../../common/values/uuid.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { currentDate } from '../../../common/values/clock.js';
import { NO_ENVIRONMENT } from '../policies/environment-name.js';
import { PoliciesRepository } from '../policies/policies.repository.js';
import { appliedPolicies, type AppliedPolicies } from './applied-policies.js';
import type { EvaluatedItem } from './evaluated-item.js';
import type { Item } from './items.js';
import { Lookup, startFactsOf, understoodAs, type Resolved } from './lookup.js';
import { PolicySet, type StoredPolicy } from './policy-set.js';
import { ServersReadModel } from './servers.read-model.js';

/** What an evaluation by the policies of an organization found. */
export interface Evaluated {
  /** In the order of the request. */
  readonly items: readonly EvaluatedItem[];
  /** The policies in force. */
  readonly policies: readonly StoredPolicy[];
  readonly applied: AppliedPolicies;
}

/**
 * Evaluates servers by policies (hub contract 12). It records and counts nothing, and the number of its statements does not
 * depend on the number of servers.
 */
@Injectable()
export class Evaluator {
  /** Code hosts whose addresses are repositories. */
  private readonly hosts: readonly string[];

  constructor(
    private readonly policies: PoliciesRepository,
    private readonly servers: ServersReadModel,
    @Inject(APP_CONFIG) config: Pick<AppConfig, 'analysis'>,
  ) {
    this.hosts = config.analysis.sourceHosts.map((text) => parseCodeHost(text).host);
  }

  /** Evaluates by the policies of an organization in an environment, at a time. */
  async evaluate(orgId: string, environment: string, items: readonly Item[], at: Date): Promise<Evaluated> {
    const enabled = await this.policies.listEnabled(orgId);
    const set = new PolicySet(enabled, environment, at);
    return {
      items: await this.evaluateBy(set, orgId, items),
      policies: set.policies,
      applied: appliedPolicies(enabled, environment, set),
    };
  }

  /**
   * Evaluates by two sets of policies, with the same facts.
   * @param orgId the organization whose private servers are found
   */
  async compare(
    orgId: string,
    items: readonly Item[],
    [first, second]: readonly [PolicySet, PolicySet],
  ): Promise<readonly (readonly [EvaluatedItem, EvaluatedItem])[]> {
    const resolve = await this.lookUp(orgId, items, [...new Set([...first.controls, ...second.controls])]);
    return items.map((item) => {
      const resolved = resolve(item);
      return [evaluated(item, resolved, first), evaluated(item, resolved, second)];
    });
  }

  /** Evaluates public servers by the given policies, for no organization. */
  evaluatePublic(
    items: readonly Item[],
    policies: readonly StoredPolicy[],
  ): Promise<readonly EvaluatedItem[]> {
    return this.evaluateBy(new PolicySet(policies, NO_ENVIRONMENT, currentDate()), NIL_UUID, items);
  }

  /**
   * Finds servers and versions, without a decision.
   * @param orgId the organization whose private servers are found; null for public ones alone
   */
  async find(orgId: string | null, items: readonly Item[]): Promise<readonly Resolved[]> {
    return items.map(await this.lookUp(orgId ?? NIL_UUID, items, []));
  }

  private async evaluateBy(
    set: PolicySet,
    orgId: string,
    items: readonly Item[],
  ): Promise<readonly EvaluatedItem[]> {
    const resolve = await this.lookUp(orgId, items, set.controls);
    return items.map((item) => evaluated(item, resolve(item), set));
  }

  private async lookUp(
    orgId: string,
    items: readonly Item[],
    controls: readonly string[],
  ): Promise<(item: Item) => Resolved> {
    const lookup = new Lookup(items, this.hosts);
    const servers = lookup.servers.length === 0 ? [] : await this.servers.findServers(orgId, lookup.servers);
    const wanted = lookup.versionsOf(servers);
    return lookup.resolver(wanted.length === 0 ? [] : await this.servers.findVersions(wanted, controls));
  }
}

function evaluated(item: Item, resolved: Resolved, set: PolicySet): EvaluatedItem {
  const { subject } = resolved;
  const globalScore = subject.kind === 'analyzed' ? subject.facts.globalScore : null;
  return {
    ...item,
    ...set.evaluate(subject),
    globalScore,
    understood: understoodAs(resolved),
    start: startFactsOf(resolved),
    subject,
  };
}
