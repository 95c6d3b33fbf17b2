/**
 * Deduplicates concurrent calls for the same work. A caller never gets the result of a run that started before its
 * call: callers that arrive during a run share the next one. A run is aborted when all its callers have aborted.
 */
export class SingleFlight<T> {
  private readonly running = new Map<string, Promise<unknown>>();
  private readonly next = new Map<string, Flight<T>>();

  /** @param work runs at most once at a time per key */
  constructor(private readonly work: (key: string, signal: AbortSignal) => Promise<T>) {}

  /** @throws the error of the work, or the reason of `signal` if it is aborted before */
  async run(key: string, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    return (this.next.get(key) ?? this.prepare(key)).join(signal);
  }

  private prepare(key: string): Flight<T> {
    const before = this.running.get(key) ?? Promise.resolve();
    const leave = (): void => {
      if (this.next.get(key) === flight) this.next.delete(key);
    };
    const flight = new Flight<T>(async (signal) => {
      await before;
      leave();
      signal.throwIfAborted();
      return this.start(key, signal);
    }, leave);
    this.next.set(key, flight);
    return flight;
  }

  private start(key: string, signal: AbortSignal): Promise<T> {
    const run = this.work(key, signal);
    const ended = run.then(ignore, ignore).then(() => {
      if (this.running.get(key) === ended) this.running.delete(key);
    });
    this.running.set(key, ended);
    return run;
  }
}

const ignore = (): void => undefined;

/** A run shared by several callers. */
class Flight<T> {
  private readonly controller = new AbortController();
  private readonly result: Promise<T>;
  private callers = 0;

  /** @param abandoned called when the last caller has aborted */
  constructor(
    start: (signal: AbortSignal) => Promise<T>,
    private readonly abandoned: () => void,
  ) {
    this.result = start(this.controller.signal);
    this.result.catch(ignore);
  }

  join(signal: AbortSignal): Promise<T> {
    this.callers += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.callers -= 1;
        if (this.callers === 0) {
          this.abandoned();
          this.controller.abort(signal.reason);
        }
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }
}
