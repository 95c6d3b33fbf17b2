import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';

/** A server of the catalog, by its repository. */
export interface McpRepository {
  readonly mcpId: string;
  readonly repoUrl: string;
}

// More than organizations that keep the same repository in earnest.
const MAX_SERVERS = 1000;

/** Finds the servers that come from a repository. */
@Injectable()
export class McpRepositoriesReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Those of organizations that take part, and of none. They are there until the transaction ends. */
  lockByKeys(keys: readonly string[]): Promise<McpRepository[]> {
    return this.uow.rows<McpRepository>(
      `SELECT m.id AS "mcpId", m.repo_url AS "repoUrl"
         FROM mcp m
         LEFT JOIN organization o ON o.id = m.org_id
        WHERE m.repo_key = ANY($1) AND (m.org_id IS NULL OR o.status = 'ACTIVE')
        ORDER BY m.id
        LIMIT ${MAX_SERVERS}
          FOR KEY SHARE OF m`,
      [keys],
    );
  }
}
