/**
 * Runs `work` for at most `ms`. Its signal is aborted when that time is over.
 * @throws when it takes longer; an answer that arrived while the event loop was busy is in time
 */
export async function withTimeout<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      setImmediate(() => {
        const error = new Error(`no answer within ${ms} ms`);
        ending.abort(error);
        reject(error);
      });
    }, ms);
  });
  try {
    return await Promise.race([work(ending.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
