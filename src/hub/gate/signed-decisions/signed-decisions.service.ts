import { createHash } from 'node:crypto';
import { parseCodeHost } from '@mcp-hub/sources/code-hosts';
import { DECISIONS_PAYLOAD } from '@mcp-hub/client-configurations/decisions';
import { Inject, Injectable } from '@nestjs/common';
import { SingleFlight } from '../../../common/concurrency/single-flight.js';
import { notFound, unavailable } from '../../../common/errors/api-error.js';
import { currentDate } from '../../../common/values/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { HubSigner } from '../../platform/signing/hub-signer.js';
import type { Decided } from '../catalog-decisions/decided.js';
import { DecisionsService } from '../catalog-decisions/decisions.service.js';
import { environmentKey } from '../policies/environment-name.js';
import { DecisionIssuesRepository, type Issue, type IssueScope } from './decision-issues.repository.js';
import { DecisionsText } from './decisions-text.js';
import { IssueCache } from './issue-cache.js';
import { OfferedSurfacesReadModel } from './offered-surfaces.read-model.js';
import { signedEntries } from './signed-entries.js';

/** Whose decisions. */
export interface DecisionsOf {
  readonly orgId: string;
  readonly environment: string;
  /** The revision of what they depend on, as it was read for the request. */
  readonly catalogRevision: string;
}

// Changes when the documents of the same decisions do.
const FORMAT = 1;

const MAX_ATTEMPTS = 5;
const RETRY_SECONDS = 5;

const NEVER_ABORTED = new AbortController().signal;

/** An issue with its envelope as JSON. */
export interface SignedIssue {
  readonly issue: Issue;
  readonly body: Buffer;
}

/**
 * Signs what the policies of an organization decide in an environment (ADR 123). An issue is replaced when a decision changes, or
 * when half of its validity is over; until then, every server makes the same bytes of it.
 */
@Injectable()
export class SignedDecisionsService {
  private readonly hosts: readonly string[];
  private readonly documents = new IssueCache();
  private readonly runs = new SingleFlight<SignedIssue>((key) => {
    const [orgId = '', environment = ''] = JSON.parse(key) as string[];
    return this.make(orgId, environment);
  });

  constructor(
    private readonly decisions: DecisionsService,
    private readonly issues: DecisionIssuesRepository,
    private readonly surfaces: OfferedSurfacesReadModel,
    private readonly signer: HubSigner,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'analysis' | 'signedDecisions'>,
  ) {
    this.hosts = config.analysis.sourceHosts.map((text) => parseCodeHost(text).host);
  }

  /** The current issue. @throws 404 for an unknown organization, 409 for too many servers */
  async current({ orgId, environment, catalogRevision }: DecisionsOf): Promise<Issue> {
    const key = environmentKey(environment);
    const scope = await this.scopeOf(orgId, key);
    const { issue } = scope;
    if (issue?.catalogRevision === catalogRevision && this.isCurrent(scope, issue)) return issue;
    return (await this.runs.run(JSON.stringify([orgId, key]), NEVER_ABORTED)).issue;
  }

  /** The signed envelope of an issue as JSON, or of the one that has replaced it since. */
  async envelope(issue: Issue): Promise<SignedIssue> {
    const { orgId, environment } = issue;
    const known = this.documents.find(issue);
    if (known !== undefined) return { issue, body: known };
    return this.runs.run(JSON.stringify([orgId, environment]), NEVER_ABORTED);
  }

  /** Decides, and issues the result unless it is what the current issue says. */
  private async make(orgId: string, environment: string): Promise<SignedIssue> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const scope = await this.scopeOf(orgId, environment);
      const { revision, decided } = await this.decisions.now({ orgId, environment });
      const text = await this.textOf(scope, decided);
      const issue = this.nextIssue(scope, { revision, decided, digest: text.digest });
      if (await this.issues.replace(issue, scope.issue?.revision)) {
        if (scope.issue === undefined) await this.issues.forgetOldest(orgId);
        return { issue, body: this.signed(issue, text) };
      }
    }
    throw unavailable('the decisions change too fast', RETRY_SECONDS);
  }

  /** The same bytes on every server. */
  private signed(issue: Issue, text: DecisionsText): Buffer {
    const known = this.documents.find(issue);
    if (known !== undefined) return known;
    const body = Buffer.from(JSON.stringify(this.signer.envelope(DECISIONS_PAYLOAD, text.issue(issue))));
    this.documents.store(issue, body);
    return body;
  }

  private async scopeOf(orgId: string, environment: string): Promise<IssueScope> {
    const scope = await this.issues.find(orgId, environment);
    if (scope === undefined) throw notFound('organization');
    return scope;
  }

  private async textOf({ organization, environment }: IssueScope, decided: Decided): Promise<DecisionsText> {
    const { entries, deniedLeftOut } = await signedEntries(decided, (ids) => this.surfaces.of(ids));
    return DecisionsText.of({
      organization,
      environment,
      ask_again_seconds: this.config.signedDecisions.askAgainSeconds,
      code_hosts: this.hosts,
      policies_applied: decided.policiesApplied,
      surface_changes: decided.deniesChangedSurfaces ? 'drop' : 'report',
      denied_left_out: deniedLeftOut,
      entries,
    });
  }

  private nextIssue(
    scope: IssueScope,
    made: { readonly revision: string; readonly decided: Decided; readonly digest: string },
  ): Issue {
    const { organization, environment, issue: before } = scope;
    const { nextChange, allowedUntil } = made.decided;
    const facts = {
      orgId: organization.id,
      environment,
      basis: this.basisOf(scope),
      catalogRevision: made.revision,
      contentDigest: made.digest,
      nextChange: nextChange === Infinity ? null : new Date(nextChange),
    };
    if (before?.contentDigest === made.digest && this.isKept(scope, before, allowedUntil)) {
      const { revision, issuedAt, validUntil } = before;
      return { ...facts, revision, issuedAt, validUntil };
    }
    // Times of issues increase, also when the clock does not.
    const issued = Math.max(currentDate().getTime(), before?.issuedAt.getTime() ?? 0);
    const until = Math.min(issued + this.config.signedDecisions.validMs, allowedUntil);
    return {
      ...facts,
      revision: Math.max((before?.revision ?? 0) + 1, issued),
      issuedAt: new Date(issued),
      validUntil: new Date(Math.max(until, issued + 1)),
    };
  }

  /** Whether what an issue says may still be said. */
  private isCurrent(scope: IssueScope, issue: Issue): boolean {
    const isUnchanged = issue.nextChange === null || issue.nextChange > currentDate();
    return isUnchanged && this.isKept(scope, issue, Infinity);
  }

  /** Whether an issue with the same decisions is kept: more than half of its validity is left. */
  private isKept(scope: IssueScope, { basis, issuedAt, validUntil }: Issue, allowedUntil: number): boolean {
    const half = (issuedAt.getTime() + validUntil.getTime()) / 2;
    return (
      basis === this.basisOf(scope) && currentDate().getTime() < half && validUntil.getTime() <= allowedUntil
    );
  }

  private basisOf({ organization: { slug } }: IssueScope): string {
    const key = this.signer.publicKeys[0]?.kid;
    const text = JSON.stringify([FORMAT, slug, key, this.hosts, this.config.signedDecisions]);
    return createHash('sha256').update(text).digest('base64url');
  }
}
