import { asError } from '../../common/errors/as-error.js';

// More failures mean that the store or the database is down, rather than single objects broken.
const MAX_FAILURES = 10;

/** Lets a cleanup continue after failed removals, so that one broken object does not block all others. */
export class Failures {
  private readonly errors: Error[] = [];

  /** The result of `work`, or undefined if it fails. @throws when there are too many failures */
  async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.errors.push(asError(error));
      if (this.errors.length >= MAX_FAILURES) this.throwIfAny();
      return undefined;
    }
  }

  /** @throws the first failure, with the number of failures in its message */
  throwIfAny(): void {
    const [first] = this.errors;
    if (first === undefined) return;
    throw new Error(`${this.errors.length} artifacts could not be cleaned up; the first: ${first.message}`, {
      cause: first,
    });
  }
}
