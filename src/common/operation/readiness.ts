import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { unavailable } from '../errors/api-error.js';
import { isProbe } from '../http/request-path.js';

/** The state reported to probes. */
type State = 'starting' | 'ready' | 'stopping';

/** Whether the process serves requests: not during startup (migrations), and not while it stops. */
@Injectable()
export class Readiness {
  private state: State | 'draining' = 'starting';

  get now(): State {
    return this.state === 'draining' ? 'stopping' : this.state;
  }

  /** Marks the process as ready, unless it is already stopping. */
  ready(): void {
    if (this.state === 'starting') this.state = 'ready';
  }

  /**
   * Starts draining: requests are still served while probes report that the process is stopping, so that load balancers
   * send them elsewhere. Returns false if the process was not ready, and so has nothing to drain.
   */
  draining(): boolean {
    this.state = this.state === 'ready' ? 'draining' : 'stopping';
    return this.state === 'draining';
  }

  stopping(): void {
    this.state = 'stopping';
  }

  /** Refuses requests that arrive too early or too late; those in flight continue. */
  gate(): RequestHandler {
    return (req: Request, res: Response, next: NextFunction) => {
      // Keep-alive connections would be cut with a request in flight when the process ends.
      if (this.now === 'stopping') res.setHeader('Connection', 'close');
      // Probes of an orchestrator are always answered.
      if (this.state === 'ready' || this.state === 'draining' || isProbe(req.path)) {
        next();
        return;
      }
      throw unavailable(`the service is ${this.state}; try again`, 2);
    };
  }
}
