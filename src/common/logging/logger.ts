import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { standardOutput } from './buffered-output.js';

/** The log of the process: one JSON object per line. */
export type Logger = PinoLogger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Injection token of the process's logger. */
export const LOGGER = Symbol('LOGGER');

/** A property of loggers that report the outages of a service themselves: whether an error is about one. */
export const REPORTS = Symbol('REPORTS');

// Headers and bodies are never logged; redacting these names is a second line of defense for objects that are logged
// whole.
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

/** Properties of errors to log: database errors contain values of the failed statement. */
export function loggableError(error: unknown): object {
  const { name, message, stack, code } = Object(error) as NodeJS.ErrnoException;
  return { type: name, message, stack, code };
}

/** One JSON object per line, on standard output unless `destination` says otherwise. */
export const createLogger = (level: LogLevel, destination: DestinationStream = standardOutput): Logger =>
  pino(
    {
      level,
      base: null,
      redact: REDACTED,
      serializers: { err: loggableError },
      formatters: { level: (name) => ({ level: name }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination,
  );

// Nest also throws this error, which then ends the start with a message on the terminal.
const isListenError = (message: unknown, context: unknown): boolean =>
  context === 'NestApplication' && String(message).startsWith('Error: listen ');

/** Routes Nest's own messages to the logger of the process. */
export const nestLogger = (logger: Logger): LoggerService => {
  const write =
    (level: 'info' | 'error' | 'warn' | 'debug' | 'fatal') =>
    (message: unknown, ...rest: unknown[]): void =>
      logger[level]({ context: rest.at(-1) }, String(message));
  const error = write('error');
  return {
    log: write('debug'),
    error: (message, ...rest: unknown[]) => {
      if (!isListenError(message, rest.at(-1))) error(message, ...rest);
    },
    warn: write('warn'),
    debug: write('debug'),
    fatal: write('fatal'),
  };
};
