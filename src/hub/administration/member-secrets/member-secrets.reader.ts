import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/api-error.js';
import { SourceSecretsRepository } from '../../ingestion/source-secrets/source-secrets.repository.js';
import type { KnownSecretView, MemberSecrets } from './member-secrets.dto.js';
import { MemberSecretsRepository, type KnownSecret } from './member-secrets.repository.js';

/** Lists the secrets of an organization that a person made or knows, without their values (hub contract 50). */
@Injectable()
export class MemberSecretsReader {
  constructor(
    private readonly secrets: MemberSecretsRepository,
    private readonly sources: SourceSecretsRepository,
  ) {}

  /** @throws 404 for somebody who is no member and never was */
  async list(orgId: string, userId: string): Promise<MemberSecrets> {
    if (!(await this.secrets.isOrWasMember(orgId, userId))) throw notFound('member');
    return this.read(orgId, userId);
  }

  async read(orgId: string, userId: string): Promise<MemberSecrets> {
    const tokens = await this.secrets.tokens(orgId, userId);
    const sources = await this.sources.madeBy(orgId, userId);
    return {
      service_tokens: tokens.map(({ id, name, scopes, expiresAt }) => ({
        id,
        name,
        scopes,
        expires_at: expiresAt.toISOString(),
      })),
      allow_lists: (await this.secrets.allowLists(orgId, userId)).map(knownSecretView),
      badges: (await this.secrets.badges(orgId, userId)).map(knownSecretView),
      webhooks: (await this.secrets.webhooks(orgId, userId)).map(knownSecretView),
      source_secrets: sources.map(({ mcpId, mcpName, createdBy }) => ({
        id: mcpId,
        name: mcpName,
        made: createdBy === userId,
      })),
    };
  }
}

const knownSecretView = ({ id, name, isMaker }: KnownSecret): KnownSecretView => ({
  id,
  name,
  made: isMaker,
});
