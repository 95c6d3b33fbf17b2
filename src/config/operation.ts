import { LOG_LEVELS, type LogLevel } from '../common/logging/logger.js';
import { key, optional } from './config-key.js';
import type { ConfigReader, Environment } from './config-reader.js';
import { boolean, integer, oneOf, text } from './value-parsers.js';

/** What a process does: everything, or only one half of it. */
export const PROCESS_ROLES = ['all', 'api', 'worker'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

export const OPERATION_KEYS = {
  process_role: key(
    oneOf(...PROCESS_ROLES),
    'all',
    'What this process does: with `api` it serves requests and analyzes nothing; with `worker` it analyzes, and serves only probes and metrics. Both need database_url and redis_url.',
  ),
  metrics_port: optional(
    integer(0, 65535),
    'no metrics',
    'TCP port of Prometheus metrics, at /metrics; not for the public.',
  ),
  metrics_host: key(text, '127.0.0.1', 'Address to serve the metrics on.'),
  read_only: key(boolean, false, 'Refuse all changes with 503.'),
  log_level: key(oneOf(...LOG_LEVELS), 'info', 'Lowest level that is logged.'),
  allow_embedded: key(
    boolean,
    false,
    'With NODE_ENV=production: accept the embedded database, the built-in identity provider and generated secrets, for a single small machine.',
  ),
  shutdown_drain_seconds: key(
    integer(0, 300),
    0,
    'Seconds after SIGTERM in which requests are served while /readyz answers 503, so that load balancers can stop sending requests. 5 in the container image.',
  ),
};

/** Operational settings of the process. */
export interface OperationSettings {
  readonly processRole: ProcessRole;
  readonly logLevel: LogLevel;
  /** Absent: no metrics are served. */
  readonly metrics?: { readonly host: string; readonly port: number };
  /** Refuses all changes. */
  readonly readOnly: boolean;
  /** Seconds in which requests are served after SIGTERM. */
  readonly shutdownDrainSeconds: number;
}

/** The rule of a key whose built-in substitute is refused in production. */
export const UNLESS_EMBEDDED = 'be set in production (or set ALLOW_EMBEDDED=true for a single small machine)';

/** Whether the embedded database, the built-in identity provider and generated secrets are acceptable. */
export const mayEmbed = (reader: ConfigReader, environment: Environment): boolean =>
  environment['NODE_ENV'] !== 'production' || reader.of(OPERATION_KEYS).read('allow_embedded');

export function operationSettings(reader: ConfigReader): OperationSettings {
  const { read } = reader.of(OPERATION_KEYS);
  const port = read('metrics_port');
  return {
    processRole: read('process_role'),
    logLevel: read('log_level'),
    ...(port !== undefined && { metrics: { host: read('metrics_host'), port } }),
    readOnly: read('read_only'),
    shutdownDrainSeconds: read('shutdown_drain_seconds'),
  };
}
