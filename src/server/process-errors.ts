import type { Logger } from '../common/logging/logger.js';
import { endProcess } from './process-end.js';
import { currentWork } from '../common/operation/work-scope.js';

/** What an error that nothing has handled ends. */
type Consequence = 'the work' | 'nothing' | 'the process';

/**
 * Decides what ends this process (ADR 106): an exception in its own parts, outside of any request or job, because nobody
 * knows what state they are in. An error of one request or job ends that alone. A rejected promise that nobody awaits
 * belongs to something that is over.
 */
const consequenceOf = (origin: NodeJS.UncaughtExceptionOrigin): Consequence => {
  if (currentWork() !== undefined) return 'the work';
  return origin === 'unhandledRejection' ? 'nothing' : 'the process';
};

/** Handles the errors of this process that nothing else has handled. Called once, before it does anything for anybody. */
export function handleProcessErrors(logger: Logger): void {
  process.on('uncaughtException', (error: unknown, origin) => {
    const work = currentWork();
    const ends = consequenceOf(origin);
    const line = { err: error, ...work?.about, ends };
    if (ends === 'the process') {
      logger.fatal(line, 'an error outside of all requests and jobs ends the process');
      endProcess(logger, 1, 'an error');
    }
    logger.error(line, 'an error that nothing has handled');
    work?.fail(error);
  });
}
