import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { allowedMethods, ruleOutByBeginnings, type RouteTable } from './route-table.js';

const PATTERNS = [
  '/',
  '/things',
  '/things/:id',
  '/things/:id/parts/*rest',
  '/things/:id{/:other}',
  '/opt{ional}',
  '/v1.0/a-b_c',
  '/Things',
  /^\/reg(ex)?$/,
];

const PATHS = [
  ...[
    '/',
    '//',
    '/things',
    '/things/',
    '/things//',
    '/things/1',
    '/things/1/',
    '/things/1/2',
    '/thing',
    '/thingsx',
  ],
  ...[
    '/things/1/parts',
    '/things/1/parts/',
    '/things/1/parts/a/b',
    '/THINGS',
    '/Things',
    '/opt',
    '/optional',
  ],
  ...[
    '/v1.0/a-b_c',
    '/v1x0/a-b_c',
    '/reg',
    '/regex',
    '/regexx',
    '/%74hings',
    '/things/%00',
    '/things/a%20b',
    '',
  ],
];

/** An application with a route of each pattern, which tells upper from lower case. */
function anApplication(): RouteTable {
  const app = express().enable('case sensitive routing');
  for (const pattern of PATTERNS) app.get(pattern, () => undefined);
  app.put('/things/:id', () => undefined);
  return app as unknown as RouteTable;
}

const matches = ({ router }: RouteTable, path: string): unknown[] =>
  router.stack.map((layer) => layer.match(path));

describe('ruleOutByBeginnings', () => {
  it.each(PATHS)('leaves it as it was which routes answer %j', (path) => {
    const narrowed = anApplication();
    ruleOutByBeginnings(narrowed);
    expect(matches(narrowed, path)).toEqual(matches(anApplication(), path));
  });

  it('asks no pattern of a route whose beginning does not fit', () => {
    const routes = anApplication();
    const asked: unknown[] = [];
    for (const layer of routes.router.stack) {
      const { match } = layer;
      layer.match = (path) => {
        asked.push(layer.route?.path);
        return match.call(layer, path);
      };
    }
    ruleOutByBeginnings(routes);
    matches(routes, '/v1.0/other');
    expect(asked).toEqual(['/', '/opt{ional}', /^\/reg(ex)?$/]);
  });
});

describe('allowedMethods', () => {
  it('names those of all routes that answer a path, and HEAD with GET', () => {
    const routes = anApplication();
    ruleOutByBeginnings(routes);
    expect(allowedMethods(routes, '/things/1')).toEqual(['GET', 'HEAD', 'PUT']);
    expect(allowedMethods(routes, '/other')).toEqual([]);
  });
});
