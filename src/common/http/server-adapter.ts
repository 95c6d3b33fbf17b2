import { createServer, type Server } from 'node:http';
import express from 'express';
import { PARSER_LIMITS } from './edge-headers.js';
import { JsonAdapter } from './json-adapter.js';
import { ruleOutByBeginnings, type RouteTable } from './route-table.js';

// Requests under way have their own deadline (request-deadline.ts), which answers better; this one comes after it.
const GRACE_SECONDS = 2;

/** Nest's Express adapter on an HTTP server that bounds how long a request may take to arrive. */
export class ServerAdapter extends JsonAdapter {
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

  /** By now Nest has registered all routes. */
  override listen(port: string | number, ...rest: never[]): Server {
    ruleOutByBeginnings(this.getInstance<RouteTable>());
    return super.listen(port, ...rest);
  }
}
