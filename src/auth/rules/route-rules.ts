import { Injectable, RequestMethod, type OnModuleInit } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { accessRuleOf } from './access.decorator.js';
import { recordingOf } from '../trail/records.decorator.js';
import { isRegistryRule, REGISTRY_PREFIX } from './access-rule.js';

/** A route handler of a controller. */
interface Route {
  readonly name: string;
  readonly handler: object;
  /** The paths of the controller and of the handler, joined. */
  readonly paths: readonly string[];
}

/**
 * Refuses to start while any route handler lacks an `@Access` rule, so that nothing is reachable by omission, does not say
 * which events it records, or has a rule of another API than that of its path, which the API could not enforce.
 */
@Injectable()
export class RouteRules implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    const faults = this.routes().map(faultOf);
    const found = faults.filter((fault) => fault !== undefined);
    if (found.length > 0) throw new Error(`routes cannot be served: ${found.join('; ')}`);
  }

  private routes(): Route[] {
    return this.discovery.getControllers().flatMap(({ metatype }) => {
      if (typeof metatype !== 'function') return [];
      const prototype = metatype.prototype as Record<string, object>;
      return this.scanner.getAllMethodNames(prototype).flatMap((method) => {
        const handler = prototype[method];
        if (handler === undefined || !isRoute(handler)) return [];
        return [{ name: `${metatype.name}.${method}`, handler, paths: pathsOf(metatype, handler) }];
      });
    });
  }
}

/** Why a route cannot be served; undefined if it can. */
function faultOf({ name, handler, paths }: Route): string | undefined {
  const rule = accessRuleOf(handler);
  if (rule === undefined) return `${name} has no @Access rule`;
  if (!isRead(handler) && recordingOf(handler) === undefined) {
    return `${name} does not say what it records (@Records)`;
  }
  if (rule.kind === 'open') return undefined;
  const misfit = paths.find((path) => isRegistryPath(path) !== isRegistryRule(rule));
  return misfit === undefined
    ? undefined
    : `${name} has the rule ${rule.kind}, not one of the API of ${misfit}`;
}

/** All other paths, also those of pages, belong to the hub. */
const isRegistryPath = (path: string): boolean => `${path}/`.startsWith(`${REGISTRY_PREFIX}/`);

function isRoute(handler: object): boolean {
  const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
  return method !== undefined && Reflect.hasMetadata(PATH_METADATA, handler);
}

/** HEAD is served by handlers of GET. */
const isRead = (handler: object): boolean =>
  Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.GET;

const pathsOf = (controller: object, handler: object): string[] =>
  partsOf(controller).flatMap((prefix) => partsOf(handler).map((rest) => joined(prefix, rest)));

const partsOf = (target: object): string[] =>
  [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();

const joined = (prefix: string, rest: string): string =>
  `/${[...prefix.split('/'), ...rest.split('/')].filter((part) => part !== '').join('/')}`;
