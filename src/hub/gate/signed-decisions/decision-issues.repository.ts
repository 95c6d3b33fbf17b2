import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { DecisionIssue } from './decision-issue.entity.js';

/** An issue, with its numbers. */
export interface Issue extends Omit<DecisionIssue, 'organization' | 'revision'> {
  readonly revision: number;
}

/** What issues are made for. */
export interface IssueScope {
  readonly organization: { readonly id: string; readonly slug: string };
  /** The key of the environment. */
  readonly environment: string;
  readonly issue: Issue | undefined;
}

interface Row extends Omit<DecisionIssue, 'organization'> {
  readonly slug: string;
}

/** Environments of an organization with an issue: the ones that were issued last. Any name can be asked for. */
const MAX_ENVIRONMENTS = 100;

/** SQL of the issues of signed decisions. */
@Injectable()
export class DecisionIssuesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The organization and its current issue for an environment; undefined without such an organization. */
  async find(orgId: string, environment: string): Promise<IssueScope | undefined> {
    const row = await this.uow.row<Row | (Pick<Row, 'slug'> & { readonly revision: null })>(
      `SELECT o.slug, i.revision, i.basis, i.catalog_revision AS "catalogRevision", i.content_digest AS "contentDigest",
              i.issued_at AS "issuedAt", i.valid_until AS "validUntil", i.next_change AS "nextChange"
         FROM organization o LEFT JOIN decision_issue i ON i.org_id = o.id AND i.environment = $2
        WHERE o.id = $1`,
      [orgId, environment],
    );
    if (row === undefined) return undefined;
    const { slug } = row;
    const issue =
      row.revision === null ? undefined : { ...row, orgId, environment, revision: Number(row.revision) };
    return { organization: { id: orgId, slug }, environment, issue };
  }

  /**
   * Makes an issue the current one; false if another one has become that since, or decisions of later changes.
   * @param before the revision of the current issue; undefined without one
   */
  async replace(issue: Issue, before: number | undefined): Promise<boolean> {
    const stored = await this.uow.rows(
      `INSERT INTO decision_issue AS i
         (org_id, environment, revision, basis, catalog_revision, content_digest, issued_at, valid_until, next_change)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT ON CONSTRAINT decision_issue_pkey DO UPDATE
          SET revision = EXCLUDED.revision, basis = EXCLUDED.basis, catalog_revision = EXCLUDED.catalog_revision,
              content_digest = EXCLUDED.content_digest, issued_at = EXCLUDED.issued_at,
              valid_until = EXCLUDED.valid_until, next_change = EXCLUDED.next_change
        WHERE i.revision = $10::bigint AND i.catalog_revision <= EXCLUDED.catalog_revision
       RETURNING i.revision`,
      [
        issue.orgId,
        issue.environment,
        issue.revision,
        issue.basis,
        issue.catalogRevision,
        issue.contentDigest,
        issue.issuedAt,
        issue.validUntil,
        issue.nextChange,
        before ?? null,
      ],
    );
    return stored.length === 1;
  }

  /** Forgets the oldest issues of an organization that has too many. A new one has a greater number all the same. */
  async forgetOldest(orgId: string): Promise<void> {
    await this.uow.rows(
      `DELETE FROM decision_issue
        WHERE org_id = $1 AND environment IN (
          SELECT environment FROM decision_issue WHERE org_id = $1
           ORDER BY issued_at DESC, environment OFFSET ${MAX_ENVIRONMENTS})`,
      [orgId],
    );
  }
}
