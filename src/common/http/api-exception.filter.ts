import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError } from '../errors/api-error.js';
import { hintFor } from '../errors/unauthorized.js';
import { HTTP_STATUS, type ErrorKind } from '../errors/error-kind.js';
import type { Logger } from '../logging/logger.js';
import { RepeatedFailures } from '../logging/repeated-failures.js';
import type { RouteTable } from './route-table.js';
import type { Surfaces } from './api-surface.js';

/** Translates errors of a library or an engine; undefined for all others. */
export type ErrorTranslator = (error: unknown) => ApiError | undefined;

const KIND_OF_STATUS: Readonly<Record<number, ErrorKind>> = {
  400: 'bad_request',
  404: 'not_found',
  408: 'request_timeout',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

// Nobody notices that requests are not refused any more.
const CALM_MS = 10 * 60_000;

const REPRESENTATION_HEADER = /^(content-.*|etag|link|accept-ranges)$/;

const statusOf = (error: unknown): number | undefined => {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof URIError) return 400;
  // Errors of Express and its libraries may have a status and a message for the client (http-errors).
  const { status, expose } = Object(error) as { status?: unknown; expose?: unknown };
  return typeof status === 'number' && expose === true ? status : undefined;
};

const frameworkErrors: ErrorTranslator = (error) => {
  const status = statusOf(error);
  const kind = status === undefined ? undefined : KIND_OF_STATUS[status];
  if (kind === undefined) return undefined;
  return new ApiError(
    kind,
    error instanceof URIError ? 'malformed percent-encoding' : (error as Error).message,
  );
};

/**
 * Turns every exception into a response: refusals of guards, pipes and services, malformed JSON, unknown routes,
 * crashes. Only messages of `ApiError` reach the client; other errors are logged with the request id.
 */
@Catch()
export class ApiExceptionFilter implements ExceptionFilter {
  private readonly translators: readonly ErrorTranslator[];
  private readonly overload: RepeatedFailures;

  constructor(
    private readonly surfaces: Surfaces,
    private readonly logger: Logger,
    private readonly routes: RouteTable,
    translators: readonly ErrorTranslator[] = [],
  ) {
    this.overload = new RepeatedFailures(logger, { what: 'requests are refused', overAfterMs: CALM_MS });
    this.translators = [...translators, frameworkErrors];
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<Request>(), http.getResponse<Response>());
  }

  /** Answers `req` with the error for `thrown`; closes the connection if the response has started. */
  answer(thrown: unknown, req: Request, res: Response): void {
    const { aborted, reason } = req.deadline as { aborted: boolean; reason: unknown };
    // The client has disconnected, which caused the failure: nothing to answer or log.
    if (aborted && !(reason instanceof ApiError)) return;
    const error = this.translate(thrown, req);
    if (error.kind === 'internal_error' || error.kind === 'unavailable') {
      // An overloaded service throws an ApiError itself; everything else is an unexpected failure.
      if (thrown instanceof ApiError)
        this.overload.failed({ request_id: req.id, reason: thrown.message }, thrown.message);
      else this.logger.error({ request_id: req.id, err: thrown }, 'request failed');
    }
    if (res.headersSent || res.destroyed) {
      // Too late for an error body: closing the connection is the only way to signal that the response is incomplete.
      if (!res.writableEnded) res.destroy();
      return;
    }
    const surface = this.surfaces.of(req);
    // Remove the headers of the response that is not sent.
    for (const name of res.getHeaderNames()) if (REPRESENTATION_HEADER.test(name)) res.removeHeader(name);
    for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
    res.setHeader('Cache-Control', 'no-store');
    // A client that waits for "100 Continue" may never send its body, so the connection cannot be reused.
    if (req.headers.expect !== undefined && !req.complete) res.setHeader('Connection', 'close');
    const status = surface.statuses?.[error.kind] ?? HTTP_STATUS[error.kind];
    const { kind, message, details } = error;
    const hint = hintFor(error, surface.signIn ?? 'sign in again');
    const outgoing = { kind, message, details, requestId: req.id, ...(hint !== undefined && { hint }) };
    if (surface.answer === undefined) res.status(status).json(surface.errorBody(outgoing));
    else surface.answer(res, status, outgoing);
  }

  private translate(thrown: unknown, req: Request): ApiError {
    if (thrown instanceof ApiError) return thrown;
    const { reason } = req.deadline as { reason: unknown };
    if (reason instanceof ApiError) return reason;
    if (statusOf(thrown) === 404 && req.route === undefined) return this.noSuchRoute(req);
    for (const translate of this.translators) {
      const error = translate(thrown);
      if (error !== undefined) return error;
    }
    return new ApiError('internal_error', 'internal error; the request id finds it in the log', {
      request_id: req.id,
    });
  }

  private noSuchRoute(req: Request): ApiError {
    const allowed = this.routes.allowedMethods(req.path);
    if (allowed.length === 0) return new ApiError('not_found', 'no such endpoint');
    const list = allowed.join(', ');
    return new ApiError('method_not_allowed', `use ${list}`, { allowed }, { Allow: list });
  }
}
