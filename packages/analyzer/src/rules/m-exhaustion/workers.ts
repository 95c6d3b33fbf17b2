import type { CallEvent } from '../../engine/events.js';
import type { Taint } from '../../engine/values/taint.js';
import { flowInto, describeSource } from '../support/flows.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import { openLoopAround, openSize } from '../support/bounds.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import names from './names.json' with { type: 'json' };

function reportFinding(event: CallEvent, taint: Taint, report: Report): void {
  report({
    ...flowInto(event, taint, sinkOf(event)),
    description: `The number of threads or processes is set by ${describeSource(taint)}.`,
  });
}

const inLoop: CallCheck = (event, report) => {
  const taint = openLoopAround(event);
  if (taint) reportFinding(event, taint, report);
};

const counted: CallCheck = (event, report) => {
  const taint = openSize(argument(event, 0, 'max_workers'), event.frame);
  if (taint) reportFinding(event, taint, report);
};

/** A number of threads or processes that comes from the client. */
export const workers: Rule = {
  id: 'MCP-M004',
  class: 'M',
  title: 'Number of threads or processes chosen by a client',
  severity: 'medium',
  confidence: 'medium',
  cwe: 770,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:N/I:N/A:H',
  what: 'A thread, worker or process that is started in a loop, or a pool of them, whose number comes from a client without an upper bound.',
  why: 'Each takes megabytes and a slot in the system’s process table: some thousands bring down the whole machine.',
  example: {
    language: 'javascript',
    bad: 'for (let i = 0; i < threads; i += 1) new Worker(FILE);',
    good: 'for (let i = 0; i < Math.min(threads, 4); i += 1) new Worker(FILE);',
  },
  fix: 'Use a pool of a fixed size, and limit the number in the schema.',
  notCounted: ['one worker for one call', 'numbers that a schema or a comparison bounds'],
  calls: {
    ...byName(names.workers.calls, inLoop),
    ...byName(
      [
        'concurrent.futures.ThreadPoolExecutor',
        'concurrent.futures.ProcessPoolExecutor',
        'multiprocessing.Pool',
        'multiprocessing.pool.ThreadPool',
      ],
      counted,
    ),
  },
};
