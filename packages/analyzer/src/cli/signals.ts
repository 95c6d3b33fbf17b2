import { endAnalyses } from '../isolation/run-isolated.js';

/** What ends a process that does not listen to it. */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Does work whose analyses end with this process when a signal ends it; the signal ends it as it would have otherwise. */
export async function endingOnSignals<Result>(work: () => Promise<Result>): Promise<Result> {
  const unlisten = (): void => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals): void => {
    endAnalyses();
    unlisten();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    return await work();
  } finally {
    unlisten();
  }
}
