import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import type { Server } from 'node:http';
import { RouteTable, type RouteMethod } from './route-table.js';

const ROUTES: readonly [RouteMethod, string][] = [
  ['GET', '/'],
  ['POST', '/things'],
  ['GET', '/things/:id'],
  ['PUT', '/things/:id'],
  ['DELETE', '/things/all'],
  ['GET', '/files/*path'],
  ['PATCH', '/v1.0/a-b_c'],
];

const routes = new RouteTable();
for (const [method, pattern] of ROUTES) routes.add(method, pattern);

describe('the allowed methods', () => {
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    const app = express().enable('case sensitive routing');
    for (const [method, pattern] of ROUTES) {
      app[method.toLowerCase() as Lowercase<RouteMethod>](pattern, (_req, res) => void res.end());
    }
    server = await new Promise((resolve) => {
      const listening: Server = app.listen(0, '127.0.0.1', () => resolve(listening));
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  it.each([
    ['/', ['GET', 'HEAD']],
    ['/things', ['POST']],
    ['/things/', ['POST']],
    ['/things/1', ['GET', 'HEAD', 'PUT']],
    ['/things/all', ['DELETE', 'GET', 'HEAD', 'PUT']],
    ['/things/%74', ['GET', 'HEAD', 'PUT']],
    ['/files/a/b', ['GET', 'HEAD']],
    ['/v1.0/a-b_c', ['PATCH']],
    ['/v1x0/a-b_c', []],
    ['/Things', []],
    ['/things/1/2', []],
    ['/things//', []],
    ['/files', []],
  ])('of %j match those that Express accepts: %j', async (path, methods) => {
    expect(routes.allowedMethods(path)).toEqual(methods);
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { ok } = await fetch(`${origin}${path}`, { method });
      expect([method, ok]).toEqual([method, methods.includes(method)]);
    }
  });

  it('are also reported for a path with malformed percent-encoding', () => {
    expect(routes.allowedMethods('/things/%')).toEqual(['GET', 'HEAD', 'PUT']);
  });
});

it('routes have names', () => {
  expect(routes.names.slice(0, 2)).toEqual(['GET /', 'POST /things']);
});
