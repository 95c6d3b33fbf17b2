import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { SMALL_BODY_BYTES } from './body-bytes.js';
import { ByteBudget } from '../concurrency/byte-budget.js';
import { readJson } from './json-reader.js';
import { BODY, hasBody, requireMediaType, type BodyOptions, type ConfiguredSizes } from './request-body.js';

// Total budget for bytes beyond the size of small bodies. Parsed bodies take several times as much memory.
const LARGE_BODIES_BYTES = 64 * 1024 * 1024;

/**
 * Reads JSON bodies. It is the last guard, so that the server buffers bodies of authorized callers only. An interceptor
 * would also work, but costs every request a chain of observables.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  private readonly largeBodies: ByteBudget;

  constructor(
    private readonly reflector: Reflector,
    private readonly sizes: ConfiguredSizes,
  ) {
    // At least one manifest of the largest size must fit, with the rest of its request.
    this.largeBodies = new ByteBudget(Math.max(LARGE_BODIES_BYTES, 2 * sizes.manifestBytes));
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
    return typeof limit === 'function' ? limit(this.sizes) : (limit ?? SMALL_BODY_BYTES);
  }
}
