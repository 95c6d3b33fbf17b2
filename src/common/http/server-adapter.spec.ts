import type { AddressInfo } from 'node:net';
import { Controller, Get, Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NextFunction, Request, Response } from 'express';
import { ServerAdapter } from './server-adapter.js';

@Controller()
class Answers {
  @Get('object')
  object(): object {
    return { name: 'é' };
  }

  @Get('text')
  text(): string {
    return 'é';
  }
}

@Module({ controllers: [Answers] })
class TestModule {}

let app: INestApplication;
let base: string;
const adapter = new ServerAdapter(30);
beforeAll(async () => {
  app = await NestFactory.create(TestModule, adapter, { logger: false });
  app.use((_req: Request, res: Response, next: NextFunction) => {
    res.json = () => {
      throw new Error('Express writes the object');
    };
    next();
  });
  const server = (await app.listen(0, '127.0.0.1')) as { address(): AddressInfo };
  base = `http://127.0.0.1:${server.address().port}`;
});
afterAll(() => app.close());

// These fail when Nest no longer calls what the adapter overrides (ADR 47).
describe('the Nest adapter', () => {
  it('writes objects itself', async () => {
    const response = await fetch(`${base}/object`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('content-length')).toBe('13');
    expect(await response.text()).toBe('{"name":"é"}');
  });

  it('keeps unused connections longer than proxies do', async () => {
    const response = await fetch(`${base}/object`, { headers: { connection: 'keep-alive' } });
    expect(response.headers.get('keep-alive')).toBe('timeout=75');
    await response.text();
  });

  it('ignores a conditional header if the route has no entity tag', async () => {
    const response = await fetch(`${base}/object`, {
      headers: { 'If-None-Match': '*', 'Cache-Control': 'max-age=1' },
    });
    expect(response.status).toBe(200);
  });

  it('leaves everything else to Express', async () => {
    const response = await fetch(`${base}/text`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toBe('é');
  });

  it('records the routes that Nest registers', () => {
    expect(adapter.routes.names).toEqual(['GET /object', 'GET /text']);
  });
});
