import type { Logger } from '../common/logging/logger.js';
import { standardOutput } from '../common/logging/buffered-output.js';

/** Why a process ends. */
export type EndReason =
  | 'a signal'
  | 'a second signal'
  | 'an error'
  | 'the start failed'
  | 'the shutdown took too long';

/** Ends the process. The last line of its log says that it has ended, and why. */
export function endProcess(logger: Logger, code: number, reason: EndReason, more: object = {}): never {
  logger.info({ code, reason, ...more, uptime_seconds: Math.round(process.uptime()) }, 'stopped');
  standardOutput.flush();
  process.exit(code);
}
