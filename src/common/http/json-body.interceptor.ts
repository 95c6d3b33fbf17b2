import {
  Injectable,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Observable } from 'rxjs';
import { ApiError, badRequest } from '../errors/api-error.js';
import { asError } from '../errors/as-error.js';
import { isWithinDepth } from '../values/json-depth.js';
import { acceptBody, hasBody, requireMediaType } from './request-body.js';

const BODY = 'http:body';
const DEFAULT_LIMIT_BYTES = 256 * 1024;

/** Deepest nesting of a JSON body. Recursion over a body is safe below it. */
export const MAX_JSON_DEPTH = 64;

interface BodyOptions {
  readonly kind: 'json' | 'stream';
  readonly limit?: string;
}

/** The handler reads the request's stream itself (`@IncomingBody`); nothing parses or buffers it before. */
export const StreamBody = (): MethodDecorator => SetMetadata(BODY, { kind: 'stream' } satisfies BodyOptions);

/** Names the limit of the handler's JSON body where the default of 256 KiB does not fit. */
export const JsonBodyLimit = (limit: string): MethodDecorator =>
  SetMetadata(BODY, { kind: 'json', limit } satisfies BodyOptions);

/**
 * Reads JSON bodies. As an interceptor it runs after the guards: nobody without the right to call an endpoint can make
 * the server buffer a body for it.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  private readonly parsers = new Map<number, RequestHandler>();

  /** `limits` are the sizes, in bytes, of the names that `@JsonBodyLimit` uses. */
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: Readonly<Record<string, number>>,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const req = context.switchToHttp().getRequest<Request>();
    const options = this.reflector.get<BodyOptions | undefined>(BODY, context.getHandler());
    if (req.method === 'GET' || req.method === 'HEAD' || options?.kind === 'stream') return next.handle();
    if (!hasBody(req)) {
      req.body = {};
      return next.handle();
    }
    requireMediaType(req, 'application/json');
    const limit = this.limits[options?.limit ?? ''] ?? DEFAULT_LIMIT_BYTES;
    if (Number(req.headers['content-length'] ?? 0) > limit) {
      throw new ApiError('payload_too_large', `the body has at most ${limit} bytes`, { max_bytes: limit });
    }
    const res = context.switchToHttp().getResponse<Response>();
    acceptBody(req, res);
    await this.parse(req, res, limit);
    if (!isWithinDepth(req.body, MAX_JSON_DEPTH)) {
      throw badRequest('body', `must not nest deeper than ${MAX_JSON_DEPTH} levels`);
    }
    if (Array.isArray(req.body)) throw badRequest('body', 'must be a JSON object');
    return next.handle();
  }

  private async parse(req: Request, res: Response, limit: number): Promise<void> {
    let parser = this.parsers.get(limit);
    if (parser === undefined) {
      parser = express.json({ limit, inflate: false, strict: true, type: () => true });
      this.parsers.set(limit, parser);
    }
    const parse = parser;
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => reject(req.deadline.reason as Error);
      req.deadline.addEventListener('abort', stop, { once: true });
      void parse(req, res, (error?: unknown) => {
        req.deadline.removeEventListener('abort', stop);
        if (error === undefined) resolve();
        else reject(asError(error));
      });
    });
  }
}
