import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { SMALL_BODY_BYTES } from './body-bytes.js';
import { ByteBudget } from './byte-budget.js';
import { readJson } from './json-reader.js';
import { BODY, hasBody, requireMediaType, type BodyOptions } from './request-body.js';

// Of all bodies together, what they have beyond the size of a small one. Parsed, they take several times as much.
const LARGE_BODIES_BYTES = 64 * 1024 * 1024;

/**
 * Reads JSON bodies. It is the last of the guards: nobody without the right to call an endpoint can make the server
 * buffer a body for it. An interceptor would do, but costs every request a chain of observables.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  private readonly largeBodies: ByteBudget;

  /** `limits` are the sizes, in bytes, of the names that `@JsonBodyLimit` uses. */
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: Readonly<Record<string, number>>,
  ) {
    // One of each size must always fit.
    this.largeBodies = new ByteBudget(Math.max(LARGE_BODIES_BYTES, ...Object.values(limits)));
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const req = context.switchToHttp().getRequest<Request>();
    if (req.method === 'GET' || req.method === 'HEAD') return true;
    const options = this.reflector.get<BodyOptions | undefined>(BODY, context.getHandler());
    if (options?.kind === 'stream') return true;
    if (!hasBody(req)) {
      req.body = {};
      return true;
    }
    requireMediaType(req, 'application/json');
    const res = context.switchToHttp().getResponse<Response>();
    req.body = await readJson(req, res, this.limitOf(options), this.largeBodies);
    return true;
  }

  private limitOf({ limit }: BodyOptions = { kind: 'json' }): number {
    const bytes = limit === undefined ? SMALL_BODY_BYTES : this.limits[limit];
    if (bytes === undefined) throw new Error(`@JsonBodyLimit names an unknown limit: ${limit}`);
    return bytes;
  }
}
