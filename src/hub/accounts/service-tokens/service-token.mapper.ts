import type { CreatedServiceToken, ServiceTokenView } from './service-tokens.dto.js';
import type { ListedToken, NewToken } from './service-tokens.repository.js';

/** Fields of a token in every response. */
const common = (token: ListedToken | NewToken) => ({
  id: token.id,
  name: token.name,
  description: token.description,
  token_prefix: token.tokenPrefix,
  scopes: token.scopes,
  created_at: token.createdAt.toISOString(),
  expires_at: token.expiresAt.toISOString(),
  created_by: token.createdBy,
});

/** A token in a list. */
export const serviceTokenView = (token: ListedToken): ServiceTokenView => ({
  ...common(token),
  last_used_at: token.lastUsedAt?.toISOString() ?? null,
  revoked_at: token.revokedAt?.toISOString() ?? null,
  creator_lacks_role: token.creatorLacksRole,
});

/** A new token, with its secret. */
export const createdServiceToken = (token: NewToken, secret: string): CreatedServiceToken => ({
  ...common(token),
  token: secret,
});
