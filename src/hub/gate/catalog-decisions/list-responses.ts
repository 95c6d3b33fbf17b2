import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isKnownToClient } from '../../../common/http/conditional.js';
import { JSON_TYPE } from '../../../common/http/json-list-stream.js';
import { currentTime } from '../../../common/values/clock.js';
import type { Decided } from './decided.js';
import { DecisionsService, type DecisionScope } from './decisions.service.js';
import { ListTag } from './list-tag.js';
import { RevisionsReadModel } from './revisions.read-model.js';

/** A request with its response. */
export interface ListExchange {
  readonly req: Request;
  readonly res: Response;
}

/** What a response is about. */
export interface ListRequest {
  readonly scope: DecisionScope;
  /** The revision, if it was read for this request. */
  readonly revision?: string;
  /** All else that the response depends on, as JSON. */
  readonly about: unknown;
  /** The value of `Cache-Control`. */
  readonly caching: string;
  /** The media type of the text; undefined for JSON. */
  readonly type?: string | undefined;
}

/** Answers with what is made of decisions, or 304 to a client that has it. */
@Injectable()
export class ListResponses {
  constructor(
    private readonly decisions: DecisionsService,
    private readonly revisions: RevisionsReadModel,
  ) {}

  /**
   * @param make the text; it may throw refusals
   * @throws 409 when there are too many versions
   */
  async send(
    { req, res }: ListExchange,
    { scope, revision: given, about, caching, type = JSON_TYPE }: ListRequest,
    make: (decided: Decided) => string,
  ): Promise<void> {
    const revision = given ?? (await this.revisions.current(scope.orgId));
    const known = req.headers['if-none-match'];
    const request = [scope, about];
    const kept = new ListTag(revision, request).known(known, currentTime());
    if (kept !== undefined) {
      answerKnown(res, kept, caching);
      return;
    }
    const current = await this.decisions.at(scope, revision);
    const text = make(current.decided);
    const etag = new ListTag(current.revision, request).text(current.decided.nextChange);
    if (isKnownToClient(known, etag)) {
      answerKnown(res, etag, caching);
      return;
    }
    res.setHeader('ETag', etag);
    res.setHeader('Cache-Control', caching);
    res.setHeader('Content-Type', type);
    res.setHeader('Content-Length', Buffer.byteLength(text));
    res.end(text);
  }
}

function answerKnown(res: Response, etag: string, caching: string): void {
  res.setHeader('ETag', etag);
  res.setHeader('Cache-Control', caching);
  res.status(304).end();
}
