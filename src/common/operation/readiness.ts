import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { unavailable } from '../errors/api-error.js';

type State = 'starting' | 'ready' | 'stopping';

// What tells an orchestrator how things are must answer at any time.
const PROBES = new Set(['/healthz', '/health', '/readyz', '/ready']);

/** Whether the process takes requests: not yet while it migrates the database, and no more once it stops. */
@Injectable()
export class Readiness {
  private state: State = 'starting';

  get now(): State {
    return this.state;
  }

  /** Unless the process is to stop by now. */
  ready(): void {
    if (this.state === 'starting') this.state = 'ready';
  }

  stopping(): void {
    this.state = 'stopping';
  }

  /** Refuses requests that come too early or too late; those under way go on. */
  gate(): RequestHandler {
    return (req: Request, res: Response, next: NextFunction) => {
      if (this.state === 'ready' || PROBES.has(req.path)) {
        next();
        return;
      }
      if (this.state === 'stopping') res.setHeader('Connection', 'close');
      throw unavailable(`the service is ${this.state}; try again`, 2);
    };
  }
}
