import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { asError } from '../errors/as-error.js';
import { collectDefaultMetrics, Counter as PrometheusCounter, Gauge, Histogram, Registry } from 'prom-client';
import { Backlogs } from './backlogs.js';
import { Meters, type Backlog, type Counter, type LabelValues, type Labels, type Level } from './meters.js';
import { PRODUCT_VERSION } from './product-version.js';

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The metrics cannot be served at the configured address. */
export class MetricsPortError extends Error {
  constructor(reason: unknown) {
    super(
      `cannot serve the metrics: ${asError(reason).message}; choose another address with METRICS_HOST and METRICS_PORT`,
    );
    this.name = 'MetricsPortError';
  }
}

/**
 * Prometheus metrics of the process and its requests, on a separate, non-public port. Labels are methods, route
 * patterns and statuses, never data sent by a client.
 */
@Injectable()
export class Metrics extends Meters {
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
  private readonly backlogs = new Backlogs(this.registry);
  private server: Server | undefined;

  constructor() {
    super();
    new Gauge({
      name: 'mcp_hub_build_info',
      help: 'Always 1; its labels say what runs',
      labelNames: ['version', 'node'],
      registers: [this.registry],
    }).set({ version: PRODUCT_VERSION, node: process.versions.node }, 1);
  }

  override counter<const V extends LabelValues>(name: string, help: string, values: V): Counter<V> {
    const full = `mcp_hub_${name}_total`;
    const counter =
      (this.registry.getSingleMetric(full) as PrometheusCounter | undefined) ??
      new PrometheusCounter({
        name: full,
        help,
        labelNames: Object.keys(values),
        registers: [this.registry],
      });
    const series = new Map<string, PrometheusCounter.Internal>();
    for (const labels of combinationsOf(values)) {
      const one = counter.labels(labels);
      one.inc(0);
      series.set(seriesKey(labels), one);
    }
    // Undeclared label values have no series, so that cardinality stays bounded.
    return { add: (labels: Labels<V>, count = 1) => series.get(seriesKey(labels))?.inc(count) };
  }

  override level<const V extends LabelValues>(name: string, help: string, values: V): Level<V> {
    const full = `mcp_hub_${name}`;
    const gauge =
      (this.registry.getSingleMetric(full) as Gauge | undefined) ??
      new Gauge({ name: full, help, labelNames: Object.keys(values), registers: [this.registry] });
    const known = new Set(combinationsOf(values).map(seriesKey));
    return {
      set: (labels: Labels<V>, value) => {
        if (known.has(seriesKey(labels))) gauge.set(labels, value);
      },
    };
  }

  override queue(name: string, measure: () => Promise<Backlog>): void {
    this.backlogs.add(name, measure);
  }

  /** A gauge that is read when the metrics are scraped. */
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

  /** Serves `GET /metrics`; returns the port. @throws MetricsPortError */
  async listen(port: number, host: string): Promise<number> {
    collectDefaultMetrics({ register: this.registry });
    this.server = createServer((req, res) => {
      if (req.method !== 'GET' || req.url !== '/metrics') {
        res.writeHead(404).end();
        return;
      }
      this.text().then(
        (text) => res.writeHead(200, { 'Content-Type': this.registry.contentType }).end(text),
        () => res.writeHead(500).end(),
      );
    }).listen(port, host);
    await once(this.server, 'listening').catch((error: unknown) => {
      throw new MetricsPortError(error);
    });
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  }

  private async text(): Promise<string> {
    await this.backlogs.refresh();
    return this.registry.metrics();
  }

  close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

const seriesKey = (labels: Readonly<Record<string, string>>): string =>
  Object.keys(labels)
    .sort()
    .map((label) => labels[label])
    .join('\n');

/** The Cartesian product of the label values. */
const combinationsOf = (values: LabelValues): Record<string, string>[] =>
  Object.entries(values).reduce<Record<string, string>[]>(
    (chosen, [label, options]) =>
      chosen.flatMap((labels) => options.map((option) => ({ ...labels, [label]: option }))),
    [{}],
  );
