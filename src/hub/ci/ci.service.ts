import { randomUUID } from 'node:crypto';
import { parseCodeHost } from '@mcp-hub/sources';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { forbidden } from '../../common/errors/api-error.js';
import { Meters, type Counter } from '../../common/operation/meters.js';
import { currentDate } from '../../common/values/clock.js';
import type { ServiceCaller } from '../../access/hub-principal.js';
import { NO_ENVIRONMENT } from '../policies/environment-name.js';
import { PoliciesRepository } from '../policies/policies.repository.js';
import { appliedPolicies, type AppliedPolicies } from './applied-policies.js';
import { CiCatalogReadModel } from './ci-catalog.read-model.js';
import { readItems, type Item } from './ci-items.js';
import type { EvaluationRequest } from './ci.dto.js';
import type { EvaluatedItem } from './evaluated-item.js';
import type { Evaluation } from './evaluation.js';
import { storedItem, usedPolicy } from './evaluation-record.js';
import { EvaluationRecorder } from './evaluation-recorder.js';
import { PolicySet, type StoredPolicy } from './policy-evaluation.js';
import { Lookup, type Resolved } from './subjects.js';

// No organization has this id.
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

const EVALUATIONS = { result: ['PASS', 'FAIL'] } as const;
const SERVERS = { result: ['ALLOWED', 'DENIED'] } as const;

/** The gate for pipelines (hub contract 12). */
@Injectable()
export class CiService {
  /** Code hosts whose addresses are repositories. */
  private readonly hosts: readonly string[];
  private readonly results: Counter<typeof EVALUATIONS>;
  private readonly servers: Counter<typeof SERVERS>;

  constructor(
    private readonly policies: PoliciesRepository,
    private readonly catalog: CiCatalogReadModel,
    private readonly recorder: EvaluationRecorder,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'analysis' | 'readOnly'>,
    meters: Meters,
  ) {
    this.hosts = config.analysis.sourceHosts.map((text) => parseCodeHost(text).host);
    this.results = meters.counter('evaluations', 'Evaluations by the gate', EVALUATIONS);
    this.servers = meters.counter('evaluated_servers', 'Evaluated servers', SERVERS);
  }

  /**
   * Decides for each server whether the policies of the token's organization allow it, and records the decision. The
   * number of statements does not depend on the number of servers.
   * @throws 400 for an invalid item, 403 for an organization other than the token's
   */
  async evaluate(caller: ServiceCaller, request: EvaluationRequest): Promise<Evaluation> {
    const orgId = caller.organization.id;
    if (request.org_id !== orgId) throw forbidden();
    const { environment = NO_ENVIRONMENT } = request;
    const items = readItems(request.mcps);
    const at = currentDate();
    const { policies, applied } = await this.policiesIn(orgId, environment, at);
    const evaluated = await this.judge(orgId, items, policies);
    const allowed = evaluated.filter(({ result }) => result === 'ALLOWED').length;
    const passed = allowed === evaluated.length;
    const evaluation = {
      id: this.config.readOnly ? null : randomUUID(),
      passed,
      at,
      applied,
      items: evaluated,
      stored: evaluated.map(storedItem),
    };
    await this.record(caller, environment, evaluation, policies);
    this.results.add({ result: passed ? 'PASS' : 'FAIL' });
    this.servers.add({ result: 'ALLOWED' }, allowed);
    this.servers.add({ result: 'DENIED' }, evaluated.length - allowed);
    return evaluation;
  }

  private async record(
    caller: ServiceCaller,
    environment: string,
    { id, passed, at, stored, applied }: Evaluation,
    { policies }: PolicySet,
  ): Promise<void> {
    if (id === null) return;
    await this.recorder.record({
      id,
      orgId: caller.organization.id,
      tokenId: caller.id,
      environment,
      passed,
      servers: stored.length,
      denied: stored.filter(({ result }) => result === 'DENIED').length,
      policies: policies.map(usedPolicy),
      policiesApplied: applied.count,
      warnings: applied.warnings,
      items: stored,
      createdAt: at,
    });
  }

  /**
   * Decides about servers by two sets of policies, with the same facts. Records and counts nothing.
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

  /** Decides as `evaluate` does. Records and counts nothing. */
  async decide(
    orgId: string,
    environment: string,
    items: readonly Item[],
    at: Date,
  ): Promise<{ readonly items: readonly EvaluatedItem[]; readonly applied: AppliedPolicies }> {
    const { policies, applied } = await this.policiesIn(orgId, environment, at);
    return { items: await this.judge(orgId, items, policies), applied };
  }

  private async policiesIn(
    orgId: string,
    environment: string,
    at: Date,
  ): Promise<{ readonly policies: PolicySet; readonly applied: AppliedPolicies }> {
    const enabled = await this.policies.listEnabled(orgId);
    const policies = new PolicySet(enabled, environment, at);
    return { policies, applied: appliedPolicies(enabled, environment, policies) };
  }

  /**
   * Finds servers and versions, without deciding about them.
   * @param orgId the organization whose private servers are found; null for public ones alone
   */
  async find(orgId: string | null, items: readonly Item[]): Promise<readonly Resolved[]> {
    return items.map(await this.lookUp(orgId ?? NO_ORGANIZATION, items, []));
  }

  /** Decides about public servers by the given policies, for no organization. Counts nothing. */
  preview(items: readonly Item[], policies: readonly StoredPolicy[]): Promise<readonly EvaluatedItem[]> {
    return this.judge(NO_ORGANIZATION, items, new PolicySet(policies, NO_ENVIRONMENT, currentDate()));
  }

  private async judge(
    orgId: string,
    items: readonly Item[],
    policies: PolicySet,
  ): Promise<readonly EvaluatedItem[]> {
    const resolve = await this.lookUp(orgId, items, policies.controls);
    return items.map((item) => evaluated(item, resolve(item), policies));
  }

  private async lookUp(
    orgId: string,
    items: readonly Item[],
    controls: readonly string[],
  ): Promise<(item: Item) => Resolved> {
    const lookup = new Lookup(items, this.hosts);
    const servers = lookup.servers.length === 0 ? [] : await this.catalog.findServers(orgId, lookup.servers);
    const wanted = lookup.versionsOf(servers);
    return lookup.resolver(wanted.length === 0 ? [] : await this.catalog.findVersions(wanted, controls));
  }
}

function evaluated(item: Item, resolved: Resolved, policies: PolicySet): EvaluatedItem {
  const { subject } = resolved;
  const globalScore = subject.kind === 'analyzed' ? subject.facts.globalScore : null;
  return { ...item, ...policies.judge(subject), resolved, globalScore };
}
