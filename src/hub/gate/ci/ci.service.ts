import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { forbidden } from '../../../common/errors/api-error.js';
import { Meters, type Counter } from '../../../common/operation/meters.js';
import { currentDate } from '../../../common/values/clock.js';
import type { ServiceCaller } from '../../../auth/hub/hub-principal.js';
import { Evaluator } from '../evaluation/evaluator.js';
import { readItems } from '../evaluation/items.js';
import type { StoredPolicy } from '../evaluation/policy-set.js';
import { storedItem, usedPolicy } from '../evaluation-records/evaluation-record.js';
import { EvaluationRecorder } from '../evaluation-records/evaluation-recorder.js';
import type { Evaluation } from '../evaluation-records/evaluation.js';
import { NO_ENVIRONMENT } from '../policies/environment-name.js';
import type { EvaluationRequest } from './ci.dto.js';

const EVALUATIONS = { result: ['PASS', 'FAIL'] } as const;
const SERVERS = { result: ['ALLOWED', 'DENIED'] } as const;

/** The gate for pipelines (hub contract 12). */
@Injectable()
export class CiService {
  private readonly results: Counter<typeof EVALUATIONS>;
  private readonly servers: Counter<typeof SERVERS>;

  constructor(
    private readonly evaluator: Evaluator,
    private readonly recorder: EvaluationRecorder,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'readOnly'>,
    meters: Meters,
  ) {
    this.results = meters.counter('evaluations', 'Evaluations by the gate', EVALUATIONS);
    this.servers = meters.counter('evaluated_servers', 'Evaluated servers', SERVERS);
  }

  /**
   * Decides for each server whether the policies of the token's organization allow it, and records the decisions.
   * @throws 400 for an invalid item, 403 for an organization other than the token's
   */
  async evaluate(caller: ServiceCaller, request: EvaluationRequest): Promise<Evaluation> {
    const orgId = caller.organization.id;
    if (request.org_id !== orgId) throw forbidden();
    const { environment = NO_ENVIRONMENT } = request;
    const at = currentDate();
    const { items, policies, applied } = await this.evaluator.evaluate(
      orgId,
      environment,
      readItems(request.mcps),
      at,
    );
    const allowed = items.filter(({ result }) => result === 'ALLOWED').length;
    const passed = allowed === items.length;
    const evaluation = { id: this.config.readOnly ? null : randomUUID(), passed, at, applied, items };
    await this.record(caller, environment, evaluation, policies);
    this.results.add({ result: passed ? 'PASS' : 'FAIL' });
    this.servers.add({ result: 'ALLOWED' }, allowed);
    this.servers.add({ result: 'DENIED' }, items.length - allowed);
    return evaluation;
  }

  private async record(
    caller: ServiceCaller,
    environment: string,
    { id, passed, at, items, applied }: Evaluation,
    policies: readonly StoredPolicy[],
  ): Promise<void> {
    if (id === null) return;
    await this.recorder.record({
      id,
      orgId: caller.organization.id,
      tokenId: caller.id,
      environment,
      passed,
      servers: items.length,
      denied: items.filter(({ result }) => result === 'DENIED').length,
      policies: policies.map(usedPolicy),
      policiesApplied: applied.count,
      warnings: applied.warnings,
      items: items.map(storedItem),
      createdAt: at,
    });
  }
}
