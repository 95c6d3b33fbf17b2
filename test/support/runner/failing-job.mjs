// A process with one recurring job. Its first run throws where nothing handles it and would never end; the second run ends the
// process. Started by process-errors.test.ts.
import { setImmediate, setInterval } from 'node:timers';
import { standardOutput } from '../../../dist/common/logging/buffered-output.js';
import { createLogger } from '../../../dist/common/logging/logger.js';
import { Metrics } from '../../../dist/common/operation/metrics.js';
import { InProcessJobs } from '../../../dist/jobs/in-process-jobs.js';
import { handleProcessErrors } from '../../../dist/server/process-errors.js';

const logger = createLogger('info');
handleProcessErrors(logger);
let runs = 0;
const job = {
  name: 'failing',
  everyMs: 20,
  run: () => {
    runs += 1;
    if (runs > 1) {
      standardOutput.flush();
      process.exit(0);
    }
    setImmediate(() => {
      throw new Error('thrown by a job');
    });
    return new Promise(() => undefined);
  },
};
new InProcessJobs(new Metrics(), logger).schedule(job);
// The timers of jobs keep no process alive.
setInterval(() => undefined, 1000);
