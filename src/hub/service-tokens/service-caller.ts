import type { ServiceCaller } from '../../access/hub-principal.js';
import type { TokenStanding } from './service-tokens.repository.js';

/** The caller whom a token that holds stands for. */
export function serviceCallerOf({
  id,
  name,
  scopes,
  organization,
  creatorLacksRole,
}: TokenStanding): ServiceCaller {
  return {
    kind: 'service_token',
    id,
    name,
    scopes: creatorLacksRole ? [] : scopes,
    organization,
    creatorLacksRole,
  };
}
