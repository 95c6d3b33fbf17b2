/** A mutex for each key, within this process: work on the same key runs one after another, in the order of the calls. */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<void>>();

  /** Runs `work` when all earlier work on `key` has settled. @throws the error of `work` */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
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
