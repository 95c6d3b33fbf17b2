import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';

/** The organization that was assessed. */
export interface AssessedOrganization {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** A finding that a control result names. */
export interface EvidenceFinding {
  readonly id: string;
  readonly ruleId: string;
  readonly severity: string;
  readonly title: string;
  readonly description: string;
}

/** What assessment results say beyond the results of controls. */
@Injectable()
export class OscalReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Undefined for an organization that does not exist. */
  organization(orgId: string): Promise<AssessedOrganization | undefined> {
    return this.uow.row<AssessedOrganization>(
      'SELECT id, display_name AS name, created_at AS "createdAt" FROM organization WHERE id = $1',
      [orgId],
    );
  }

  /** The findings of the organization with these ids. */
  findings(orgId: string, ids: readonly string[]): Promise<EvidenceFinding[]> {
    return this.uow.rows<EvidenceFinding>(
      `SELECT id, rule_id AS "ruleId", severity, detail ->> 'title' AS title, detail ->> 'description' AS description
         FROM finding WHERE org_id = $1 AND id = ANY ($2)`,
      [orgId, ids],
    );
  }
}
