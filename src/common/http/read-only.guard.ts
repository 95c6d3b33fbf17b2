import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { unavailable } from '../errors/api-error.js';

const CHANGES_NOTHING = 'http:changes-nothing';

/** Marks a handler that changes nothing although its method is not GET. */
export const ChangesNothing = (): MethodDecorator => SetMetadata(CHANGES_NOTHING, true);

/** In read-only mode, refuses requests that could change something. It runs after the guards for authorization. */
@Injectable()
export class ReadOnlyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { method } = context.switchToHttp().getRequest<Request>();
    if (method === 'GET' || method === 'HEAD') return true;
    if (Reflect.getMetadata(CHANGES_NOTHING, context.getHandler()) === true) return true;
    throw unavailable('the service is in read-only mode; nothing can be changed now', 60);
  }
}
