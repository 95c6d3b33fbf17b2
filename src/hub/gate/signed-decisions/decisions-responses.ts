import { Injectable } from '@nestjs/common';
import { isKnownToClient } from '../../../common/http/conditional.js';
import { JSON_TYPE } from '../../../common/http/json-list-stream.js';
import { notFound } from '../../../common/errors/api-error.js';
import { AllowListsRepository } from '../allow-lists/allow-lists.repository.js';
import { hashCapability } from '../allow-lists/capability.js';
import type { ListExchange } from '../catalog-decisions/list-responses.js';
import { RevisionsReadModel } from '../catalog-decisions/revisions.read-model.js';
import type { Issue } from './decision-issues.repository.js';
import { SignedDecisionsService, type DecisionsOf } from './signed-decisions.service.js';

/** How long caches keep what they have. */
const CACHING = {
  /** Caches may keep it, and ask each time whether it is still current. */
  shared: 'public, no-cache',
  private: 'private, no-cache',
  immutable: 'public, max-age=31536000, immutable',
} as const;

const REVISION_FILE = /^([1-9]\d{0,15})\.json$/;

/** Answers with signed decisions, or 304 to a client that has them. */
@Injectable()
export class DecisionsResponses {
  constructor(
    private readonly decisions: SignedDecisionsService,
    private readonly allowLists: AllowListsRepository,
    private readonly revisions: RevisionsReadModel,
  ) {}

  /** Those of an allow list. @throws 404 for an unknown capability, 409 for too many servers */
  async sendAllowed(exchange: ListExchange, capability: string): Promise<void> {
    const issue = await this.decisions.current(await this.open(capability));
    exchange.res.setHeader('Content-Location', `decisions/${issue.revision}.json`);
    await this.send(exchange, issue, CACHING.shared);
  }

  /** One issue of an allow list: the current one. @throws 404 for all others, which the server does not keep */
  async sendRevision(exchange: ListExchange, capability: string, file: string): Promise<void> {
    const scope = await this.open(capability);
    const revision = Number(REVISION_FILE.exec(file)?.[1]);
    const issue = Number.isSafeInteger(revision) ? await this.decisions.current(scope) : undefined;
    if (issue?.revision !== revision) throw notFound('revision');
    await this.send(exchange, issue, CACHING.immutable, revision);
  }

  /** Those of an organization. @throws 409 for too many servers */
  async sendOwn(exchange: ListExchange, orgId: string, environment: string): Promise<void> {
    const catalogRevision = await this.revisions.current(orgId);
    const issue = await this.decisions.current({ orgId, environment, catalogRevision });
    await this.send(exchange, issue, CACHING.private);
  }

  /** Looks the capability up each time, so that a deleted or rotated one is unknown at once. */
  private async open(capability: string): Promise<DecisionsOf> {
    const hash = hashCapability(capability);
    const found = hash === undefined ? undefined : await this.allowLists.open(hash);
    if (found === undefined) throw notFound('allow list');
    const { orgId, environment, revision: catalogRevision } = found;
    return { orgId, environment, catalogRevision };
  }

  /** @param only the revision that alone may be sent; undefined for the newest */
  private async send(
    { req, res }: ListExchange,
    current: Issue,
    caching: string,
    only?: number,
  ): Promise<void> {
    const known = req.headers['if-none-match'];
    const headers = (issue: Issue): void => {
      res.setHeader('ETag', tagOf(issue));
      res.setHeader('Cache-Control', caching);
    };
    if (isKnownToClient(known, tagOf(current))) {
      headers(current);
      res.status(304).end();
      return;
    }
    const { issue, body } = await this.decisions.envelope(current);
    if (only !== undefined && issue.revision !== only) throw notFound('revision');
    if (res.hasHeader('Content-Location'))
      res.setHeader('Content-Location', `decisions/${issue.revision}.json`);
    headers(issue);
    res.setHeader('Content-Type', JSON_TYPE);
    res.setHeader('Content-Length', body.length);
    res.end(body);
  }
}

const tagOf = ({ revision, contentDigest }: Issue): string => `"${revision}.${contentDigest.slice(0, 32)}"`;
