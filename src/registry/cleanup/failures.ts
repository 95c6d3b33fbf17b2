import { asError } from '../../common/errors/as-error.js';

// With so many, it is not these things that are broken.
const MAX_FAILURES = 10;

/** Lets a cleanup go on past what cannot be removed, so that one broken object does not keep all others. */
export class Failures {
  private readonly errors: Error[] = [];

  /** What `work` answers, or undefined when it fails. @throws with one failure too many */
  async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.errors.push(asError(error));
      if (this.errors.length >= MAX_FAILURES) this.throwIfAny();
      return undefined;
    }
  }

  /** @throws the first failure, which says how many others there were */
  throwIfAny(): void {
    const [first] = this.errors;
    if (first === undefined) return;
    throw new Error(`${this.errors.length} artifacts could not be cleaned up; the first: ${first.message}`, {
      cause: first,
    });
  }
}
