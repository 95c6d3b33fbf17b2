import { Injectable, RequestMethod, type OnModuleInit } from '@nestjs/common';
import { PATH_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { accessRuleOf } from './access.decorator.js';

/** Refuses to start while any route handler lacks an `@Access` rule, so that nothing is reachable by omission. */
@Injectable()
export class MissingRules implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    const missing = this.discovery.getControllers().flatMap(({ metatype }) => {
      if (typeof metatype !== 'function') return [];
      const prototype = metatype.prototype as Record<string, object>;
      return this.scanner
        .getAllMethodNames(prototype)
        .filter((name) => this.isRoute(prototype[name]) && accessRuleOf(prototype[name] ?? {}) === undefined)
        .map((name) => `${metatype.name}.${name}`);
    });
    if (missing.length > 0) throw new Error(`routes without an @Access rule: ${missing.join(', ')}`);
  }

  private isRoute(handler: object | undefined): boolean {
    if (handler === undefined) return false;
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    return method !== undefined && Reflect.hasMetadata(PATH_METADATA, handler);
  }
}
