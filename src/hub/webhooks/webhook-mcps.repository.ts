import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';

/** An MCP of the catalog and its repository. */
export interface McpRepository {
  readonly mcpId: string;
  readonly repoUrl: string;
}

// More MCPs than any repository has in practice.
const MAX_SERVERS = 1000;

/** Finds the MCPs of the repository of a delivery. */
@Injectable()
export class WebhookMcpsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * The MCPs of active organizations and of the platform's own catalog. Locked against deletion until the transaction
   * ends.
   */
  lockByKeys(keys: readonly string[]): Promise<McpRepository[]> {
    return this.uow.rows<McpRepository>(
      `SELECT m.id AS "mcpId", m.repo_url AS "repoUrl"
         FROM mcp m
         LEFT JOIN organization o ON o.id = m.org_id
        WHERE m.repo_key = ANY($1) AND m.repo_key <> '' AND (m.org_id IS NULL OR o.status = 'ACTIVE')
        ORDER BY m.id
        LIMIT ${MAX_SERVERS}
          FOR KEY SHARE OF m`,
      [keys],
    );
  }
}
