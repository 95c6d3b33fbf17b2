import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { ApiError, notFound, unavailable } from '../../../common/errors/api-error.js';
import { clientNetwork } from '../../../common/http/client-network.js';
import { McpVersionsService, type McpVersionPath } from '../mcps/mcp-versions.service.js';
import { VersionEventTimes, VersionWatcher } from './version-watcher.js';
import { VersionStatesReadModel } from './version-states.read-model.js';
import { STREAM_HEADERS, VersionStream } from './version-stream.js';

/** Streams of this process, and of one caller in it. */
const MAX_STREAMS = 500;
const MAX_OF_CALLER = 10;
const RETRY_SECONDS = 30;

/** Streams that follow the analysis of a version (hub contract 40), and their limits. */
@Injectable()
export class VersionStreams implements OnModuleDestroy {
  private readonly streams = new Set<VersionStream>();
  private readonly ofCallers = new Map<string, number>();
  private isStopping = false;

  constructor(
    private readonly versions: McpVersionsService,
    private readonly states: VersionStatesReadModel,
    private readonly watcher: VersionWatcher,
    private readonly times: VersionEventTimes,
  ) {}

  /** Ends all streams, which would keep the server from closing, and opens no new ones. */
  onModuleDestroy(): void {
    this.isStopping = true;
    for (const stream of this.streams) stream.end();
  }

  /**
   * Sends the events until the version is in a final state, the client leaves, or its time is over.
   * @throws 404 for a version that the caller does not see, 429 and 503 for too many streams, 503 while the server stops
   */
  async follow(principal: HubPrincipal, path: McpVersionPath, req: Request, res: Response): Promise<void> {
    const leave = this.enter(callerKey(principal, req));
    try {
      await this.versions.require(principal, path);
      const [state] = await this.states.of([path.versionId]);
      if (state === undefined) throw notFound('version');
      // The close event has already fired: the stream would count until the server stops.
      if (res.closed) return;
      if (req.method === 'HEAD') {
        res.set(STREAM_HEADERS).end();
        return;
      }
      const stream = new VersionStream(req, res, this.times, () => this.mayStillSee(principal, path));
      this.streams.add(stream);
      const endWatch = this.watcher.add(path.versionId, (current) => stream.report(current));
      const closed = new Promise<void>((resolve) => {
        res.once('close', resolve);
      });
      try {
        stream.report(state);
        await closed;
      } finally {
        endWatch();
        this.streams.delete(stream);
      }
    } finally {
      leave();
    }
  }

  /** Counts a stream before anything is read for it. @returns ends its count */
  private enter(caller: string): () => void {
    if (this.isStopping) throw unavailable('the server is stopping; try again', RETRY_SECONDS);
    const own = this.ofCallers.get(caller) ?? 0;
    if (own >= MAX_OF_CALLER) {
      throw new ApiError(
        'rate_limited',
        `${MAX_OF_CALLER} streams are open; close one, or try again in ${RETRY_SECONDS} s`,
        {},
        { 'Retry-After': String(RETRY_SECONDS) },
      );
    }
    const all = [...this.ofCallers.values()].reduce((sum, each) => sum + each, 0);
    if (all >= MAX_STREAMS) throw unavailable('too many streams are open; try again', RETRY_SECONDS);
    this.ofCallers.set(caller, own + 1);
    return () => {
      const left = (this.ofCallers.get(caller) ?? 1) - 1;
      if (left === 0) this.ofCallers.delete(caller);
      else this.ofCallers.set(caller, left);
    };
  }

  private async mayStillSee(principal: HubPrincipal, path: McpVersionPath): Promise<boolean> {
    try {
      const current = principal.kind === 'anonymous' ? principal : await principal.renew();
      await this.versions.require(current, path);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }
}

const callerKey = (principal: HubPrincipal, { ip = '' }: Request): string =>
  principal.kind === 'anonymous' ? `address ${clientNetwork(ip)}` : `${principal.kind} ${principal.id}`;
