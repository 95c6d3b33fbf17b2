import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Prometheus metrics of the process and its requests, on a port of their own that is not for the public. Labels are
 * methods, route patterns and statuses: nothing that a client could make up, and nothing of what it sent.
 */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [this.registry],
  });
  private readonly underWay = new Gauge({
    name: 'http_requests_in_progress',
    help: 'Requests that have not been answered yet',
    registers: [this.registry],
  });
  private server: Server | undefined;

  /** A gauge that is read when somebody asks for the metrics. */
  observe(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: (): void => {
        gauge.set(read());
      },
    });
  }

  /** Counts and times requests. */
  record(): RequestHandler {
    return (req: Request, res: Response, next: NextFunction) => {
      const started = performance.now();
      this.underWay.inc();
      res.once('close', () => {
        this.underWay.dec();
        const { path: route } = (req.route ?? { path: 'none' }) as { path: string };
        const labels = { method: req.method, route, status: res.statusCode };
        this.duration.observe(labels, (performance.now() - started) / 1000);
      });
      next();
    };
  }

  /** Serves `GET /metrics`; answers the port. */
  async listen(port: number, host: string): Promise<number> {
    collectDefaultMetrics({ register: this.registry });
    this.server = createServer((req, res) => {
      if (req.method !== 'GET' || req.url !== '/metrics') {
        res.writeHead(404).end();
        return;
      }
      this.registry.metrics().then(
        (text) => res.writeHead(200, { 'Content-Type': this.registry.contentType }).end(text),
        () => res.writeHead(500).end(),
      );
    }).listen(port, host);
    await once(this.server, 'listening');
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  }

  close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}
