import { REPORTS, type Logger } from '../logging/logger.js';

/** Something that the product depends on cannot be used now. */
export interface Outage {
  /** What cannot be used: `database`. */
  readonly part: string;
  /** Why, in a few words: `full`. */
  readonly fault: string;
}

/** An outage that is not over. */
interface OpenOutage {
  /** Each is logged once. */
  readonly faults: Set<string>;
  readonly since: number;
  /** When it was met last. */
  met: number;
}

// An outage that was just met is not over because one check succeeds: a full disk takes small rows for a while.
const QUIET_MS = 5_000;
// Of parts that nobody checks: then it is over, or nothing uses the part.
const FORGOTTEN_AFTER_MS = 60_000;
const CHECK_EVERY_MS = 1_000;

/**
 * The outages of this process. One is one line when it begins, one for each other fault, and one when it is over, however
 * many requests and jobs meet it (ADR 110).
 */
export class Outages {
  /** The log for everything else: what it says about an error that is an outage is a line of level `debug`. */
  readonly logger: Logger;
  private readonly open = new Map<string, OpenOutage>();
  private check: (() => Promise<unknown>) | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @param outageOf which outage an error reports; undefined for every other error */
  constructor(
    private readonly log: Logger,
    private readonly outageOf: (error: unknown) => Outage | undefined,
  ) {
    this.logger = Object.assign(Object.create(log) as Logger, {
      warn: this.unlessOutage('warn'),
      error: this.unlessOutage('error'),
      [REPORTS]: (error: unknown) => outageOf(error) !== undefined,
      // It writes the lines of requests, which are no errors.
      child: log.child.bind(log),
    });
  }

  /** Checks the parts every second while there is an outage; `check` calls `works` or `meets`. */
  checkWith(check: () => Promise<unknown>): void {
    this.check = check;
  }

  /** A check of a part has failed. */
  meets(part: string, error: unknown): void {
    const outage = this.outageOf(error);
    this.note({ part, fault: outage?.part === part ? outage.fault : 'fails' }, error);
  }

  /** A check of a part has succeeded. */
  works(part: string): void {
    const outage = this.open.get(part);
    if (outage === undefined || performance.now() - outage.met < QUIET_MS) return;
    this.open.delete(part);
    const seconds = Math.round((performance.now() - outage.since) / 1000);
    this.log.info({ part, seconds }, 'a part of the service is back');
  }

  /** Whether a part has one of these faults now. */
  has(part: string, ...faults: readonly string[]): boolean {
    return faults.some((fault) => this.open.get(part)?.faults.has(fault) === true);
  }

  /** Ends the checks. */
  stop(): void {
    this.check = undefined;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private note({ part, fault }: Outage, error: unknown): void {
    const now = performance.now();
    const outage = this.open.get(part) ?? { faults: new Set<string>(), since: now, met: now };
    this.open.set(part, outage);
    outage.met = now;
    if (!outage.faults.has(fault)) {
      outage.faults.add(fault);
      this.log.warn({ part, fault, err: error }, 'a part of the service has failed');
    }
    if (this.check !== undefined) this.timer ??= setInterval(() => this.recheck(), CHECK_EVERY_MS).unref();
  }

  private recheck(): void {
    const now = performance.now();
    for (const [part, { met }] of this.open) if (now - met > FORGOTTEN_AFTER_MS) this.open.delete(part);
    if (this.open.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
      return;
    }
    // It reports failures itself.
    this.check?.().catch(() => undefined);
  }

  private unlessOutage(level: 'warn' | 'error') {
    return (...line: [unknown, ...unknown[]]): void => {
      const { err } = Object(line[0]) as { err?: unknown };
      const outage = err === undefined ? undefined : this.outageOf(err);
      if (outage !== undefined) this.note(outage, err);
      const log = this.log[outage === undefined ? level : 'debug'];
      log.apply(this.log, line as [object, string]);
    };
  }
}
