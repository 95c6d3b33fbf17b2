import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Response } from 'express';
import { PARSER_LIMITS } from './edge-headers.js';
import { RouteTable, type RouteMethod } from './route-table.js';

// Requests in progress have their own deadline (request-deadline.ts), which sends a better response; this timeout
// follows it.
const GRACE_SECONDS = 2;

const JSON_TYPE = 'application/json; charset=utf-8';

type Handler = Parameters<ExpressAdapter['get']>[1];

// Longer than proxies keep connections that they do not use, mostly 60 seconds: one that the server closes first may be closing
// while a proxy sends the next request on it, which then fails.
const KEEP_ALIVE_SECONDS = 75;

/** Arguments from Nest. Its types allow routes without a path, which do not occur. */
type Route = [handler: Handler] | [path: unknown, handler: Handler];

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Nest's Express adapter on an HTTP server with timeouts for incoming requests. It overrides only methods that Nest
 * calls on every adapter (ADR 47).
 */
export class ServerAdapter extends ExpressAdapter {
  /** Every route registered with one of the methods below. */
  readonly routes = new RouteTable();

  /**
   * `requestTimeoutSeconds` limits the headers, which the request deadline does not cover, and then the whole request.
   */
  constructor(private readonly requestTimeoutSeconds: number) {
    // Set before Nest's adapter creates the router, which reads the setting only then.
    super(express().enable('case sensitive routing'));
  }

  override initHttpServer(): void {
    const timeout = this.requestTimeoutSeconds * 1000;
    this.httpServer = createServer(
      {
        maxHeaderSize: PARSER_LIMITS.headerBytes,
        headersTimeout: timeout,
        requestTimeout: timeout + GRACE_SECONDS * 1000,
        keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
        // The application checks this instead (`requireHost`), with its own error format.
        requireHostHeader: false,
        // How often Node checks connections for timeouts.
        connectionsCheckingInterval: Math.min(timeout, 5_000),
      },
      this.getInstance<ReturnType<typeof express>>(),
    );
    this.httpServer.maxHeadersCount = PARSER_LIMITS.headers;
  }

  /**
   * Writes the objects that handlers return. Express would answer 304 to `If-None-Match: *`, which is not part of the
   * APIs, and spend more time on the headers than on the JSON.
   */
  override reply(res: Response, body: unknown, status = res.statusCode): unknown {
    if (!isPlainObject(body)) return super.reply(res, body, status);
    const text = JSON.stringify(body);
    res.statusCode = status;
    res.setHeader('Content-Type', JSON_TYPE);
    res.setHeader('Content-Length', Buffer.byteLength(text));
    return res.end(text);
  }

  override get(...route: Route): unknown {
    return super.get(...this.noted('GET', route));
  }

  override post(...route: Route): unknown {
    return super.post(...this.noted('POST', route));
  }

  override put(...route: Route): unknown {
    return super.put(...this.noted('PUT', route));
  }

  override patch(...route: Route): unknown {
    return super.patch(...this.noted('PATCH', route));
  }

  override delete(...route: Route): unknown {
    return super.delete(...this.noted('DELETE', route));
  }

  private noted(method: RouteMethod, [path, handler]: Route): [path: string, handler: Handler] {
    if (typeof path !== 'string' || handler === undefined) throw new Error('a route must have a path');
    this.routes.add(method, path);
    return [path, handler];
  }
}
