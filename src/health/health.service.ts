import { Inject, Injectable } from '@nestjs/common';
import { withTimeout } from '../common/concurrency/with-timeout.js';
import { LOGGER, type Logger } from '../common/logging/logger.js';
import { Readiness } from '../common/operation/readiness.js';
import { TtlCache } from '../common/concurrency/ttl-cache.js';
import {
  ARTIFACT_STORE,
  HUB_OBJECTS,
  type ArtifactStore,
  type HubObjectKind,
} from '../storage/artifacts/artifact-store.js';
import { UnitOfWork } from '../storage/database/unit-of-work.js';
import { SharedRedis } from '../storage/redis/shared-redis.js';
import {
  PARTS,
  statusOf,
  type Checks,
  type Part,
  type PartState,
  type ReadinessStatus,
} from './health-report.js';

/** Timeout of the check of a component. */
const ANSWER_MS = 2_000;
/** Cache time of its result, so that probes cannot cause load. */
const RECENT_MS = 1_000;

/** Whether the process serves requests, and the health of its dependencies. */
export interface HealthReport {
  readonly status: ReadinessStatus;
  readonly checks: Checks;
}

/** Checks a component. @throws when it is unhealthy */
type Ask = (signal: AbortSignal) => Promise<unknown>;

/** The report for probes (hub contract 17). */
@Injectable()
export class HealthService {
  private readonly asks: Readonly<Record<Part, Ask | undefined>>;
  private readonly checks = new TtlCache(() => this.checkAll(), RECENT_MS);
  private readonly failed = new Set<Part>();

  constructor(
    private readonly readiness: Readiness,
    uow: UnitOfWork,
    @Inject(ARTIFACT_STORE) artifacts: ArtifactStore,
    @Inject(HUB_OBJECTS) objects: ArtifactStore<HubObjectKind>,
    @Inject(SharedRedis) redis: SharedRedis | undefined,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.asks = {
      database: () => uow.rows('SELECT 1'),
      cache: redis && (() => ping(redis)),
      storage: (signal) => Promise.all([artifacts.check(signal), objects.check(signal)]),
    };
  }

  /** Checks all components concurrently, unless the cached result is fresh. */
  async report(): Promise<HealthReport> {
    const checks = await this.checks.get();
    return { status: statusOf(this.readiness.now, checks), checks };
  }

  private async checkAll(): Promise<Checks> {
    const states = await Promise.all(PARTS.map(async (part) => [part, await this.check(part)] as const));
    return Object.fromEntries(states) as Record<Part, PartState>;
  }

  private async check(part: Part): Promise<PartState> {
    const ask = this.asks[part];
    if (ask === undefined) return 'not_configured';
    try {
      await withTimeout(ANSWER_MS, ask);
      if (this.failed.delete(part)) this.logger.info({ part }, 'a part of the service is back');
      return 'ok';
    } catch (error) {
      if (!this.failed.has(part)) this.logger.warn({ part, err: error }, 'a part of the service has failed');
      this.failed.add(part);
      return 'failed';
    }
  }
}

async function ping(redis: SharedRedis): Promise<void> {
  const answer = await redis.tryCommand((connection) => connection.ping());
  if (answer === undefined) throw new Error('Redis does not answer');
}
