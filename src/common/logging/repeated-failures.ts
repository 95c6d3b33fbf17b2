import { REPORTS, type Logger } from './logger.js';

/** What the log says of one kind of outage. */
export interface FailureTexts {
  /** What does not work, as a sentence without a full stop. */
  readonly what: string;
  /** What follows from it, or what to do. */
  readonly then?: string;
  /** What is said at its end. */
  readonly over?: string;
  readonly level?: 'info' | 'warn' | 'error';
  /** After so long without a failure it counts as over, for what nobody notices working. */
  readonly overAfterMs?: number;
}

interface Outage {
  readonly since: number;
  /** What has failed and has not worked since. */
  readonly parts: Set<string>;
  failures: number;
  saidAt: number;
  failedAt: number;
}

/** Where to say that something failed, or works. */
export type FailureLog = Pick<RepeatedFailures, 'failed' | 'worked'>;

/** How often an outage that lasts is mentioned again. */
const REMINDER_MS = 6 * 60 * 60_000;

/** An outage of which nothing was heard for so long is forgotten: what failed may not exist any more. */
const FORGOTTEN_MS = 24 * 60 * 60_000;

/** Those beyond are said as one. */
const MAX_OUTAGES = 1000;
const OTHERS = '\nothers';

/** Those beyond do not prolong an outage. */
const MAX_PARTS = 1000;

/**
 * Says in the log what does not work for a time: one line when it begins, one every six hours while it lasts, with the
 * number of failures, and one when it ends. What is tried often would otherwise fill the log with one message. The other
 * failures are lines of level `debug`.
 */
export class RepeatedFailures {
  /** By the part that fails. */
  private readonly lasting = new Map<string, Outage>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(
    private readonly logger: Logger,
    private readonly texts: FailureTexts,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Something has failed.
   * @param fields what the log says of this failure, if it is said
   * @param source tells outages of this kind apart: a host, a queue
   * @param part that fails; the outage is over when each of its parts that failed has worked
   */
  failed(fields: object, source = '', part = ''): void {
    const { level = 'warn', what, then } = this.texts;
    const text = then === undefined ? what : `${what}; ${then}`;
    if (this.isReported(fields)) {
      this.logger.warn(fields, text);
      return;
    }
    const now = this.now();
    this.forget(now);
    const key = this.lasting.has(source) || this.lasting.size < MAX_OUTAGES ? source : OTHERS;
    const outage = this.lasting.get(key) ?? this.add(key, now);
    outage.failures += 1;
    outage.failedAt = now;
    if (outage.parts.size < MAX_PARTS) outage.parts.add(partOf(key, source, part));
    if (outage.failures > 1 && now - outage.saidAt < REMINDER_MS) {
      this.logger.debug(fields, text);
      return;
    }
    outage.saidAt = now;
    this.logger[level]({ ...fields, ...(outage.failures > 1 && measured(outage, now)) }, text);
  }

  /** Something works, which may have failed before. */
  worked(source = '', part = ''): void {
    // That is so nearly always.
    if (this.lasting.size === 0) return;
    this.end(source, (failed) => failed === part);
    this.end(OTHERS, (failed) => failed === partOf(OTHERS, source, part));
  }

  /** A part works or is not tried any more, whatever of it has failed. */
  settled(part: string): void {
    for (const key of [...this.lasting.keys()])
      this.end(key, (failed) => failed === part || (key === OTHERS && failed.endsWith(`\n${part}`)));
  }

  /** Whether the log reports the cause of a failure as an outage of its own (ADR 110). */
  private isReported(fields: { readonly err?: unknown }): boolean {
    const { [REPORTS]: reports } = this.logger as { [REPORTS]?: (error: unknown) => boolean };
    return fields.err !== undefined && reports?.(fields.err) === true;
  }

  private add(key: string, now: number): Outage {
    const outage = { since: now, parts: new Set<string>(), failures: 0, saidAt: now, failedAt: now };
    this.lasting.set(key, outage);
    return outage;
  }

  private forget(now: number): void {
    const { overAfterMs = FORGOTTEN_MS } = this.texts;
    for (const [key, { failedAt }] of this.lasting)
      if (now - failedAt >= overAfterMs) this.lasting.delete(key);
  }

  private end(key: string, isOver: (part: string) => boolean): void {
    const outage = this.lasting.get(key);
    const over = [...(outage?.parts ?? [])].filter(isOver);
    if (outage === undefined || over.length === 0) return;
    for (const part of over) outage.parts.delete(part);
    if (outage.parts.size > 0) return;
    this.lasting.delete(key);
    const { what, over: text = `over: ${what}` } = this.texts;
    const of = key === OTHERS ? 'others' : key;
    this.logger.info({ ...(of !== '' && { of }), ...measured(outage, this.now()) }, text);
  }
}

const partOf = (key: string, source: string, part: string): string =>
  key === OTHERS ? `${source}\n${part}` : part;

const measured = ({ failures, since }: Outage, now: number): object => ({
  failures,
  lasted_seconds: Math.round((now - since) / 1000),
});
