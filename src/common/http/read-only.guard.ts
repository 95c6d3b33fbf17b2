import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { unavailable } from '../errors/api-error.js';

const CHANGES_NOTHING = 'http:changes-nothing';

/** The handler changes nothing although its method is not GET. */
export const ChangesNothing = (): MethodDecorator => SetMetadata(CHANGES_NOTHING, true);

/** In read-only mode: refuses whatever could change something. It comes after the guards that say who may. */
@Injectable()
export class ReadOnlyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { method } = context.switchToHttp().getRequest<Request>();
    if (method === 'GET' || method === 'HEAD') return true;
    if (Reflect.getMetadata(CHANGES_NOTHING, context.getHandler()) === true) return true;
    throw unavailable('the service is in read-only mode; nothing can be changed now', 60);
  }
}
