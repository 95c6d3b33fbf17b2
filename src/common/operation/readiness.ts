import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { unavailable } from '../errors/api-error.js';
import { isProbe } from '../http/request-path.js';

/** What probes are told. */
type State = 'starting' | 'ready' | 'stopping';

/** Whether the process takes requests: not yet while it migrates the database, and no more once it stops. */
@Injectable()
export class Readiness {
  private state: State | 'draining' = 'starting';

  get now(): State {
    return this.state === 'draining' ? 'stopping' : this.state;
  }

  /** Unless the process is to stop by now. */
  ready(): void {
    if (this.state === 'starting') this.state = 'ready';
  }

  /**
   * Takes requests as before, while whoever sends them learns from the probes that they must go elsewhere. Answers whether
   * it does: a process that was not ready has none to take.
   */
  draining(): boolean {
    this.state = this.state === 'ready' ? 'draining' : 'stopping';
    return this.state === 'draining';
  }

  stopping(): void {
    this.state = 'stopping';
  }

  /** Refuses requests that come too early or too late; those under way go on. */
  gate(): RequestHandler {
    return (req: Request, res: Response, next: NextFunction) => {
      // A connection that outlived the listener would be cut while a request is on its way.
      if (this.now === 'stopping') res.setHeader('Connection', 'close');
      // What tells an orchestrator how things are must answer at any time.
      if (this.state === 'ready' || this.state === 'draining' || isProbe(req.path)) {
        next();
        return;
      }
      throw unavailable(`the service is ${this.state}; try again`, 2);
    };
  }
}
