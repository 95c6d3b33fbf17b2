import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { ApiError, badRequest } from '../errors/api-error.js';
import { asError } from '../errors/as-error.js';
import { hasAtMostValues } from '../values/json-size.js';
import { isWithinDepth } from '../values/json-depth.js';
import { acceptBody, hasBody, requireMediaType } from './request-body.js';

const BODY = 'http:body';
const DEFAULT_LIMIT_BYTES = 256 * 1024;

/** Deepest nesting of a JSON body. Recursion over a body is safe below it. */
export const MAX_JSON_DEPTH = 64;

// A body of ten megabytes could hold five million empty objects, which take a gigabyte.
const MAX_JSON_VALUES = 100_000;

interface BodyOptions {
  readonly kind: 'json' | 'stream';
  readonly limit?: string;
}

/** The handler reads the request's stream itself (`@IncomingBody`); nothing parses or buffers it before. */
export const StreamBody = (): MethodDecorator => SetMetadata(BODY, { kind: 'stream' } satisfies BodyOptions);

/** Names the limit of the handler's JSON body where the default of 256 KiB does not fit. */
export const JsonBodyLimit = (limit: string): MethodDecorator =>
  SetMetadata(BODY, { kind: 'json', limit } satisfies BodyOptions);

function requireFewValues(_req: unknown, _res: unknown, body: Buffer): void {
  if (!hasAtMostValues(body, MAX_JSON_VALUES))
    throw badRequest('body', `must hold at most ${MAX_JSON_VALUES} values`);
}

/**
 * Reads JSON bodies. It is the last of the guards: nobody without the right to call an endpoint can make the server
 * buffer a body for it. An interceptor would do, but costs every request a chain of observables.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  private readonly parsers = new Map<number, RequestHandler>();

  /** `limits` are the sizes, in bytes, of the names that `@JsonBodyLimit` uses. */
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: Readonly<Record<string, number>>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const req = context.switchToHttp().getRequest<Request>();
    const options = this.reflector.get<BodyOptions | undefined>(BODY, context.getHandler());
    if (req.method === 'GET' || req.method === 'HEAD' || options?.kind === 'stream') return true;
    if (!hasBody(req)) {
      req.body = {};
      return true;
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
    return true;
  }

  private async parse(req: Request, res: Response, limit: number): Promise<void> {
    let parser = this.parsers.get(limit);
    if (parser === undefined) {
      parser = express.json({
        limit,
        inflate: false,
        strict: true,
        type: () => true,
        verify: requireFewValues,
      });
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
