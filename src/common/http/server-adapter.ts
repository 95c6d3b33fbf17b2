import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Response } from 'express';
import { PARSER_LIMITS } from './edge-headers.js';
import { RouteTable, type RouteMethod } from './route-table.js';

// Requests under way have their own deadline (request-deadline.ts), which answers better; this one comes after it.
const GRACE_SECONDS = 2;

const JSON_TYPE = 'application/json; charset=utf-8';

type Handler = Parameters<ExpressAdapter['get']>[1];

/** What Nest hands over: its types allow for routes without a path, of which there are none. */
type Route = [handler: Handler] | [path: unknown, handler: Handler];

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Nest's Express adapter on an HTTP server that bounds how long a request may take to arrive. It overrides methods that
 * Nest calls on every adapter, and nothing else of the library (ADR 47).
 */
export class ServerAdapter extends ExpressAdapter {
  /** Every route that is registered by one of the methods below. */
  readonly routes = new RouteTable();

  /** `requestTimeoutSeconds` bounds the headers, which no deadline covers yet, and then the whole request. */
  constructor(private readonly requestTimeoutSeconds: number) {
    // Set before Nest's adapter makes the router, which takes it over only then.
    super(express().enable('case sensitive routing'));
  }

  override initHttpServer(): void {
    const timeout = this.requestTimeoutSeconds * 1000;
    this.httpServer = createServer(
      {
        maxHeaderSize: PARSER_LIMITS.headerBytes,
        headersTimeout: timeout,
        requestTimeout: timeout + GRACE_SECONDS * 1000,
        // Refused by the application instead (`requireHost`), in the shape of its errors.
        requireHostHeader: false,
        // How often Node looks for connections that are over their time.
        connectionsCheckingInterval: Math.min(timeout, 5_000),
      },
      this.getInstance<ReturnType<typeof express>>(),
    );
    this.httpServer.maxHeadersCount = PARSER_LIMITS.headers;
  }

  /**
   * Writes the objects that handlers return. Express would answer 304 to `If-None-Match: *`, which no document of the APIs
   * has, and spend more time on the headers than on the JSON.
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
    if (typeof path !== 'string' || handler === undefined) throw new Error('a route has a path');
    this.routes.add(method, path);
    return [path, handler];
  }
}
