import type { JsonObject } from '../../../common/values/json.js';

/**
 * The registry refused a request, or could not be reached. The message is for operators and contains neither a token nor
 * a URL with a signature.
 */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  /** What the registry says about the refusal besides; empty without a response. */
  readonly details: JsonObject;

  constructor(
    message: string,
    /** Status of the response; undefined if there was none. */
    readonly status?: number,
    options?: ErrorOptions & {
      /** `details` of the response's error. */
      readonly details?: JsonObject;
    },
  ) {
    super(message, options);
    this.details = options?.details ?? {};
  }

  /** Whether the same request may succeed later without a change of settings. */
  get isTemporary(): boolean {
    return this.status === undefined || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}
