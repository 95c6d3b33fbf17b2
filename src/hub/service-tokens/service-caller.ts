import { unauthorized } from '../../common/errors/unauthorized.js';
import type { ServiceCaller } from '../../access/hub-principal.js';
import type { ServiceTokensRepository, ServiceTokenSnapshot } from './service-tokens.repository.js';

/** The caller whom a valid token stands for. */
export const serviceCallerOf = (
  { id, name, scopes, organization, creatorLacksRole }: ServiceTokenSnapshot,
  tokens: Pick<ServiceTokensRepository, 'find'>,
): ServiceCaller => ({
  kind: 'service_token',
  id,
  name,
  scopes: creatorLacksRole ? [] : scopes,
  organization,
  creatorLacksRole,
  renew: async () => {
    const current = await tokens.find(id);
    if (current?.refusal !== null) throw unauthorized();
    return serviceCallerOf(current, tokens);
  },
});
