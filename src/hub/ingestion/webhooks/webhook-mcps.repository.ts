import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { FollowedRefs } from '../../catalog/mcps/followed-refs.js';
import type { SentRepository } from './providers/webhook-provider.js';

/** An MCP of the catalog, and its repository. */
export interface McpRepository extends FollowedRefs {
  readonly mcpId: string;
  readonly orgId: string | null;
  readonly repoUrl: string;
  /** Normalized address (`repositoryKey`). */
  readonly key: string;
  /** `host#id`; null before its code host has named the id. */
  readonly identity: string | null;
  /** Whether it has a webhook secret of its own. */
  readonly hasSecret: boolean;
}

/**
 * `FROM … WHERE …` for the MCPs `m` of active organizations and of the platform's own catalog that have a repository, or
 * that have or had its address: `$1` are its keys, `$2` is its identity.
 */
export const MCPS_OF_REPOSITORY = `
   FROM mcp m
   LEFT JOIN organization o ON o.id = m.org_id
   LEFT JOIN source_secret s ON s.mcp_id = m.id
  WHERE ((m.repo_key = ANY($1) AND m.repo_key <> '') OR m.repo_identity = $2)
    AND (m.org_id IS NULL OR o.status = 'ACTIVE')`;

// More MCPs than any repository has in practice.
const MAX_SERVERS = 1000;

/** Finds the MCPs of the repository of a delivery. */
@Injectable()
export class WebhookMcpsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The MCPs of a repository (`MCPS_OF_REPOSITORY`), locked against deletion until the transaction ends. */
  lockByRepository({ identity, keys, previousKeys }: SentRepository): Promise<McpRepository[]> {
    return this.uow.rows<McpRepository>(
      `SELECT m.id AS "mcpId", m.org_id AS "orgId", m.name, m.source_path AS path, m.branch,
              m.preview_branches AS "previewBranches", m.repo_url AS "repoUrl", m.repo_key AS key,
              m.repo_identity AS identity, s.mcp_id IS NOT NULL AS "hasSecret"
         ${MCPS_OF_REPOSITORY}
        ORDER BY m.id
        LIMIT ${MAX_SERVERS}
          FOR KEY SHARE OF m`,
      [[...keys, ...previousKeys], identity],
    );
  }

  /** Notes which repository these MCPs have, unless it is known by now. */
  async bind(mcpIds: readonly string[], identity: string): Promise<void> {
    await this.uow.rows(
      `UPDATE mcp SET repo_identity = $2
        WHERE id IN (SELECT id FROM mcp WHERE id = ANY($1::uuid[]) AND repo_identity IS NULL ORDER BY id
                        FOR NO KEY UPDATE)`,
      [mcpIds, identity],
    );
  }
}
