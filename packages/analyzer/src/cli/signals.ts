/** Signals that end a process unless it handles them. */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Runs work and cleans up when a signal arrives; the process then ends by that signal as usual. */
export async function endingOnSignals<Result>(
  work: () => Promise<Result>,
  cleanUp: () => void,
): Promise<Result> {
  const unlisten = (): void => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals): void => {
    cleanUp();
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
