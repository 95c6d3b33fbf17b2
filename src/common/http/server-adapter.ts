import { createServer, type Server } from 'node:http';
import express from 'express';
import { JsonAdapter } from './json-adapter.js';
import { ruleOutByBeginnings, type RouteTable } from './route-table.js';

// The login JWT of a user in hundreds of organizations names them all; Node's own limit of 16 KiB ends at some 130.
const MAX_HEADER_BYTES = 64 * 1024;

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
        maxHeaderSize: MAX_HEADER_BYTES,
        headersTimeout: timeout,
        requestTimeout: timeout + GRACE_SECONDS * 1000,
        // How often Node looks for connections that are over their time.
        connectionsCheckingInterval: Math.min(timeout, 5_000),
      },
      this.getInstance<ReturnType<typeof express>>(),
    );
  }

  /** By now Nest has registered all routes. */
  override listen(port: string | number, ...rest: never[]): Server {
    ruleOutByBeginnings(this.getInstance<RouteTable>());
    return super.listen(port, ...rest);
  }
}
