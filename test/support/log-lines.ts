import { createLogger, type Logger, type LogLevel } from '../../src/common/logging/logger.js';

/** A line of the log, parsed. */
export type LogLine = Readonly<Record<string, unknown>>;

/** A logger that collects lines for tests. */
export class LogLines {
  readonly logger: Logger;
  private readonly texts: string[] = [];

  constructor(level: LogLevel = 'debug') {
    this.logger = createLogger(level, { write: (text: string) => void this.texts.push(text) });
  }

  get all(): LogLine[] {
    return this.texts.map((text) => JSON.parse(text) as LogLine);
  }

  /** The lines of requests, in the order of their responses. */
  get requests(): LogLine[] {
    return this.all.filter(({ msg }) => msg === 'request');
  }
}
