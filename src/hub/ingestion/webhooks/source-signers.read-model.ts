import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { MAX_SECRETS } from '../source-secrets/source-secrets.service.js';
import type { SentRepository } from './providers/webhook-provider.js';
import { MCPS_OF_REPOSITORY } from './webhook-mcps.repository.js';

/** An MCP of a repository, and the encrypted secrets that sign for it; none if that of its code host does. */
export interface SourceSigner {
  readonly mcpId: string;
  readonly secrets: readonly Buffer[];
}

/** Who signs for the MCPs of a repository. */
@Injectable()
export class SourceSignersReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** MCPs with secrets of their own first, and at least one of the others if there are any. */
  of({ identity, keys, previousKeys }: SentRepository): Promise<SourceSigner[]> {
    return this.uow.rows<SourceSigner>(
      `SELECT m.id AS "mcpId",
              array_remove(ARRAY[s.secret, CASE WHEN s.old_secret_until > now() THEN s.old_secret END], NULL) AS secrets
         ${MCPS_OF_REPOSITORY}
        ORDER BY s.mcp_id IS NULL, m.id
        LIMIT ${MAX_SECRETS + 1}`,
      [[...keys, ...previousKeys], identity],
    );
  }
}
