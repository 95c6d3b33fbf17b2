import type { Logger } from './logger.js';

/** What the log says of one kind of outage. */
export interface OutageTexts {
  /** What does not work, as a sentence without a full stop. */
  readonly what: string;
  /** What follows from it, or what to do. */
  readonly then?: string;
  /** What is said at its end. */
  readonly over?: string;
  readonly level?: 'warn' | 'error';
}

interface Outage {
  readonly since: number;
  readonly fields: object;
  /** What has failed and has not worked since. */
  readonly parts: Set<string>;
  failures: number;
  saidAt: number;
  failedAt: number;
}

/** How often an outage that lasts is mentioned again. */
const REMINDER_MS = 60 * 60_000;

/** An outage of which nothing was heard for so long is forgotten: what failed may not exist any more. */
const FORGOTTEN_MS = 24 * 60 * 60_000;

/** Those beyond are said as one. */
const MAX_OUTAGES = 1000;
const OTHERS = '\nothers';

/** Those beyond do not prolong an outage. */
const MAX_PARTS = 1000;

/**
 * Says in the log what does not work for a time: one line when it begins, one an hour while it lasts, with the number of
 * failures, and one when it ends. What is tried often would otherwise fill the log with one message.
 */
export class Outages {
  /** By what is away. */
  private readonly lasting = new Map<string, Outage>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(
    private readonly logger: Logger,
    private readonly texts: OutageTexts,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Something has failed.
   * @param fields what the log says of this failure, if it is said
   * @param away tells outages of this kind apart: a host, a queue
   * @param part of what is away; the outage is over when each of its parts that failed has worked
   */
  failed(fields: object, away = '', part = ''): void {
    const now = this.now();
    const key = this.lasting.has(away) || this.lasting.size < MAX_OUTAGES ? away : OTHERS;
    const outage = this.lasting.get(key) ?? this.add(key, fields, now);
    outage.failures += 1;
    outage.failedAt = now;
    if (outage.parts.size < MAX_PARTS) outage.parts.add(partOf(away, part));
    if (outage.failures > 1 && now - outage.saidAt < REMINDER_MS) return;
    outage.saidAt = now;
    const { level = 'warn', what, then } = this.texts;
    const text = then === undefined ? what : `${what}; ${then}`;
    this.logger[level]({ ...fields, ...(outage.failures > 1 && measured(outage, now)) }, text);
  }

  /** Something works, which may have failed before. */
  worked(away = '', part = ''): void {
    // That is so nearly always.
    if (this.lasting.size === 0) return;
    for (const key of [away, OTHERS]) this.end(key, partOf(away, part));
  }

  private add(key: string, fields: object, now: number): Outage {
    for (const [other, { failedAt }] of this.lasting)
      if (now - failedAt >= FORGOTTEN_MS) this.lasting.delete(other);
    const outage = { since: now, fields, parts: new Set<string>(), failures: 0, saidAt: now, failedAt: now };
    this.lasting.set(key, outage);
    return outage;
  }

  private end(key: string, part: string): void {
    const outage = this.lasting.get(key);
    if (outage === undefined || !outage.parts.delete(part) || outage.parts.size > 0) return;
    this.lasting.delete(key);
    const { what, over = `over: ${what}` } = this.texts;
    this.logger.info({ ...withoutError(outage.fields), ...measured(outage, this.now()) }, over);
  }
}

const partOf = (away: string, part: string): string => JSON.stringify([away, part]);

const measured = ({ failures, since }: Outage, now: number): object => ({
  failures,
  outage_seconds: Math.round((now - since) / 1000),
});

const withoutError = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'err'));
