import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { withTimeout } from '../common/concurrency/with-timeout.js';
import { Outages } from '../common/operation/outages.js';
import { Readiness } from '../common/operation/readiness.js';
import { TtlCache } from '../common/concurrency/ttl-cache.js';
import {
  ARTIFACT_STORE,
  HUB_OBJECTS,
  type ArtifactStore,
  type HubObjectKind,
} from '../storage/artifacts/artifact-store.js';
import { SharedRedis } from '../storage/redis/shared-redis.js';
import { DatabaseCheck } from './database-check.js';
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

/** Faults that requests and jobs meet before a check does. */
const CANNOT_WRITE = ['full', 'read-only'];

/** Whether the process serves requests, and the health of its dependencies. */
export interface HealthReport {
  readonly status: ReadinessStatus;
  readonly checks: Checks;
}

/** Checks a component. @throws when it is unhealthy */
type Ask = (signal: AbortSignal) => Promise<unknown>;

/** The report for probes (hub contract 17). */
@Injectable()
export class HealthService implements OnModuleDestroy {
  private readonly asks: Readonly<Record<Part, Ask | undefined>>;
  private readonly checks = new TtlCache(() => this.checkAll(), RECENT_MS);

  constructor(
    private readonly readiness: Readiness,
    database: DatabaseCheck,
    @Inject(ARTIFACT_STORE) artifacts: ArtifactStore,
    @Inject(HUB_OBJECTS) objects: ArtifactStore<HubObjectKind>,
    @Inject(SharedRedis) redis: SharedRedis | undefined,
    private readonly outages: Outages,
  ) {
    outages.checkWith(() => this.checks.get());
    this.asks = {
      database: () => database.run(),
      cache: redis && (() => redis.requireWrites()),
      storage: (signal) => Promise.all([artifacts.check(signal), objects.check(signal)]),
    };
  }

  /** Checks all components concurrently, unless the cached result is fresh. */
  async report(): Promise<HealthReport> {
    const checks = await this.checks.get();
    return { status: statusOf(this.readiness.now, checks), checks };
  }

  onModuleDestroy(): void {
    this.outages.stop();
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
    } catch (error) {
      // The connection to Redis reports its outages itself.
      if (part !== 'cache') this.outages.meets(part, error);
      return 'failed';
    }
    this.outages.works(part);
    return this.outages.has(part, ...CANNOT_WRITE) ? 'failed' : 'ok';
  }
}
