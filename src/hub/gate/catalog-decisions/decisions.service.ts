import { parseCodeHost } from '@mcp-hub/sources/code-hosts';
import { Inject, Injectable } from '@nestjs/common';
import { SingleFlight } from '../../../common/concurrency/single-flight.js';
import { conflict } from '../../../common/errors/api-error.js';
import { currentDate } from '../../../common/values/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { PolicySet } from '../evaluation/policy-set.js';
import { licenseReader } from '../evaluation/version-subject.js';
import { LaunchesRepository } from '../launch/launches.repository.js';
import { environmentKey, namedEnvironments } from '../policies/environment-name.js';
import { PoliciesRepository } from '../policies/policies.repository.js';
import type { Policy } from '../policies/policy.entity.js';
import { CandidatesReadModel } from './candidates.read-model.js';
import { decided, type Decided } from './decided.js';
import { DecisionCache, type CachedDecision } from './decision-cache.js';
import { CatalogEvaluator } from './catalog-evaluator.js';
import { RevisionsReadModel } from './revisions.read-model.js';

/** Whose decisions: those of an organization in an environment, or public servers without any policy. */
export interface DecisionScope {
  /** Null for public servers. */
  readonly orgId: string | null;
  readonly environment: string;
}

/** No environment has this name. */
const GENERAL = '';

/** All public servers, without any policy. */
export const PUBLIC_SERVERS: DecisionScope = { orgId: null, environment: GENERAL };

/** Maximum number of versions that are decided about at once: they are kept in memory. */
const MAX_VERSIONS = 200_000;

const NEVER_ABORTED = new AbortController().signal;

/**
 * Decides about all servers that an organization may see, as the gate decides about each of them (hub contract 37). The
 * decisions are kept in memory until a revision or the time changes them (ADR 71).
 */
@Injectable()
export class DecisionsService {
  private readonly hosts: readonly string[];
  private readonly cache = new DecisionCache();
  private readonly runs = new SingleFlight<CachedDecision>((key) => this.decide(key));

  constructor(
    private readonly policies: PoliciesRepository,
    private readonly launches: LaunchesRepository,
    private readonly candidates: CandidatesReadModel,
    private readonly revisions: RevisionsReadModel,
    @Inject(APP_CONFIG) config: Pick<AppConfig, 'analysis'>,
  ) {
    this.hosts = config.analysis.sourceHosts.map((text) => parseCodeHost(text).host);
  }

  /**
   * The decisions as of a revision, or newer ones.
   * @throws 409 when there are too many versions
   */
  async at(scope: DecisionScope, revision: string): Promise<CachedDecision> {
    const key = keyOf(scope);
    const general = this.cache.find(keyOf({ ...scope, environment: GENERAL }), revision);
    if (general !== undefined && !general.environments.has(environmentKey(scope.environment))) return general;
    return this.cache.find(key, revision) ?? this.runs.run(key, NEVER_ABORTED);
  }

  /** The decisions as of now. @throws 409 when there are too many versions */
  async now(scope: DecisionScope): Promise<CachedDecision> {
    return this.at(scope, await this.revisions.current(scope.orgId));
  }

  private async decide(key: string): Promise<CachedDecision> {
    const scope = scopeOf(key);
    // Read first: at worst what follows is newer, and is decided again next time.
    const revision = await this.revisions.current(scope.orgId);
    const known = this.cache.find(key, revision) ?? (await this.decidedInGeneral(scope, revision));
    if (known !== undefined) return known;
    const policies = await this.policiesOf(scope);
    const cached = {
      revision,
      decided: await this.compute(scope, policies),
      environments: environmentsIn(policies),
    };
    this.cache.store(key, cached);
    return cached;
  }

  /** The decisions for an environment that no policy names: anybody can ask about any number of these. */
  private async decidedInGeneral(
    scope: DecisionScope,
    revision: string,
  ): Promise<CachedDecision | undefined> {
    const { environment } = scope;
    if (environment === GENERAL || environmentsIn(await this.policiesOf(scope)).has(environment))
      return undefined;
    const general = await this.at({ ...scope, environment: GENERAL }, revision);
    // A policy may name it since.
    return general.environments.has(environment) ? undefined : general;
  }

  private policiesOf({ orgId }: DecisionScope): Promise<readonly Policy[]> {
    return orgId === null ? Promise.resolve([]) : this.policies.listEnabled(orgId);
  }

  private async compute({ orgId, environment }: DecisionScope, stored: readonly Policy[]): Promise<Decided> {
    const now = currentDate();
    const launches = orgId === null ? new Map() : await this.launches.all(orgId);
    const policies = new PolicySet(stored, environment, now);
    const evaluator = new CatalogEvaluator(policies, now, licenseReader());
    for await (const rows of this.candidates.batches(orgId, policies.controls)) {
      evaluator.add(rows);
      if (evaluator.versions > MAX_VERSIONS) {
        throw conflict(`the catalog has more than ${MAX_VERSIONS} versions, the maximum of a list`);
      }
    }
    return decided(evaluator, launches, this.hosts);
  }
}

const keyOf = ({ orgId, environment }: DecisionScope): string =>
  JSON.stringify([orgId, environmentKey(environment)]);

const environmentsIn = (policies: readonly Policy[]): ReadonlySet<string> =>
  new Set(namedEnvironments(policies).keys());

function scopeOf(key: string): DecisionScope {
  const [orgId, environment] = JSON.parse(key) as [string | null, string];
  return { orgId, environment };
}
