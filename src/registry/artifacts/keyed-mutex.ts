/** Lets pieces of work on the same thing come one after another, within this process. */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<void>>();

  /** What `work` answers, begun when all earlier work on `key` has ended, well or not. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.last.get(key) ?? Promise.resolve()).then(work);
    const ended = mine.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(key, ended);
    try {
      return await mine;
    } finally {
      if (this.last.get(key) === ended) this.last.delete(key);
    }
  }
}
