import { describe, expect, it } from '@jest/globals';
import { Controller, Delete, Get, Module, Post, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { Access } from './access.decorator.js';
import type { AccessRule } from './access-rule.js';
import { RecordsNothing } from '../trail/records.decorator.js';
import { RouteRules } from './route-rules.js';

const OPEN: AccessRule = { kind: 'open', because: 'it is an example' };
const REGISTRY: AccessRule = { kind: 'authenticated', then: 'their own' };
const HUB: AccessRule = { kind: 'platform_admin' };

/** A controller with one handler. */
function controllerAt(prefix: string, path: string | string[], rule: AccessRule | undefined): Type {
  @Controller(prefix)
  class Things {
    @Get(path)
    list(): string[] {
      return [];
    }
  }
  const list = Object.getOwnPropertyDescriptor(Things.prototype, 'list');
  if (rule !== undefined && list !== undefined) Access(rule)(Things.prototype, 'list', list);
  return Things;
}

async function start(controller: Type): Promise<void> {
  @Module({ imports: [DiscoveryModule], providers: [RouteRules], controllers: [controller] })
  class Program {}
  const app = await NestFactory.create(Program, { logger: false, abortOnError: false });
  try {
    await app.init();
  } finally {
    await app.close();
  }
}

describe('RouteRules', () => {
  it('refuses to start with a handler without a rule, and names it', async () => {
    await expect(start(controllerAt('v1/things', '', undefined))).rejects.toThrow(
      'Things.list has no @Access rule',
    );
  });

  it('refuses to start with a handler that changes something and does not say what it records, and names it', async () => {
    @Controller('api/v1/things')
    class Things {
      @Post()
      @Access(HUB)
      create(): string[] {
        return [];
      }

      @Delete()
      @Access(HUB)
      @RecordsNothing('it is an example')
      remove(): string[] {
        return [];
      }
    }
    await expect(start(Things)).rejects.toThrow(
      /^routes cannot be served: Things\.create does not say what it records/,
    );
  });

  it.each<[AccessRule, string, string | string[], string]>([
    [HUB, 'v1/things', ':id', '/v1/things/:id'],
    [HUB, '', 'v1', '/v1'],
    [REGISTRY, 'api/v1/things', '', '/api/v1/things'],
    [REGISTRY, '/', '', '/'],
    [REGISTRY, '', ['v1/things', 'v10/things'], '/v10/things'],
  ])(
    'refuses to start with the rule %j at %s, %j, and names the handler',
    async (rule, prefix, path, misfit) => {
      await expect(start(controllerAt(prefix, path, rule))).rejects.toThrow(
        `Things.list has the rule ${rule.kind}, not one of the API of ${misfit}`,
      );
    },
  );

  it.each<[AccessRule, string, string]>([
    [REGISTRY, 'v1/things', ':id'],
    [HUB, '/api/v1/things', ''],
    [HUB, '/', ''],
    [OPEN, 'v1/things', ''],
    [OPEN, 'api/v1/things', ''],
    [OPEN, '', 'health'],
  ])('starts with the rule %j at %s/%s', async (rule, prefix, path) => {
    await expect(start(controllerAt(prefix, path, rule))).resolves.toBeUndefined();
  });
});
