import type { LoggerService } from '@nestjs/common';
import { pino, type Logger as PinoLogger } from 'pino';
import { loggableError } from './loggable-error.js';

/** The program’s log: one JSON object per line. */
export type Logger = PinoLogger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Injection token of the process's logger. */
export const LOGGER = Symbol('LOGGER');

// Nothing here logs headers or bodies; these names are a second line of defence for objects that are logged whole.
const SECRET_NAMES = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'issuerSecret',
  'webhookSecrets',
  'access_token',
  'token',
];
const REDACTED = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

// Lines are written together, at most this late: a system call for each costs as much as the rest of the logging.
const WRITE_AT_BYTES = 4096;
const WRITE_AFTER_MS = 100;

/** One JSON object per line on standard output. */
export const createLogger = (level: LogLevel): Logger =>
  pino(
    {
      level,
      base: null,
      redact: REDACTED,
      serializers: { err: loggableError },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ sync: false, minLength: WRITE_AT_BYTES, periodicFlush: WRITE_AFTER_MS }),
  );

/** Writes out what is still buffered; for the last moment of the process. */
export function flushLogger(logger: Logger): void {
  const stream = (logger as unknown as Record<symbol, { flushSync?: () => void }>)[pino.symbols.streamSym];
  stream?.flushSync?.();
}

/** Lets Nest write its own messages through the process's logger. */
export const nestLogger = (logger: Logger): LoggerService => {
  const write =
    (level: 'info' | 'error' | 'warn' | 'debug' | 'fatal') =>
    (message: unknown, ...rest: unknown[]): void =>
      logger[level]({ context: rest.at(-1) }, String(message));
  return {
    log: write('debug'),
    error: write('error'),
    warn: write('warn'),
    debug: write('debug'),
    fatal: write('fatal'),
  };
};
