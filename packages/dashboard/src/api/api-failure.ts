/** A request that the server refused or that did not reach it. */
export class ApiFailure extends Error {
  constructor(
    /** HTTP status; 0 if the server was not reached. */
    readonly status: number,
    /** Error name of the API, such as `not_found`. */
    readonly code: string,
    message: string,
    /** The request field that the message is about. */
    readonly field?: string,
    /** Seconds after which the request may be repeated. */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = 'ApiFailure';
  }

  /** Reads the error body of the hub or the registry. */
  static async of(response: Response): Promise<ApiFailure> {
    const body: unknown = await response.json().catch(() => undefined);
    const { error, message, field } = asRecord(body);
    // The registry nests code and message in `error`, and repeats the message beside it.
    const code = asText(asRecord(error)['code']) ?? asText(error) ?? 'error';
    const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
    return new ApiFailure(
      response.status,
      code,
      asText(message) ?? asText(asRecord(error)['message']) ?? `the server answered ${response.status}`,
      asText(field),
      Number.isFinite(retryAfter) ? retryAfter : undefined,
    );
  }

  static unreachable(cause: unknown): ApiFailure {
    const failure = new ApiFailure(0, 'unreachable', 'the server cannot be reached; check the connection');
    failure.cause = cause;
    return failure;
  }

  /** Whether the same request may succeed when it is sent again. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500 || this.status === 408;
  }
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
