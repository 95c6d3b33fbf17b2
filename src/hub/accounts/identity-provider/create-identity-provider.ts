import type { Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import type { AppConfig } from '../../../config/app-config.js';
import type { IdentityProvider } from './identity-provider.js';
import { RemoteProvider } from './remote-provider.js';

/** The configured provider of the hub's users, or else the built-in one. */
export function createIdentityProvider(
  { idp }: AppConfig,
  logger: Logger,
  builtIn: IdentityProvider,
): IdentityProvider {
  if (idp === undefined) logger.warn('the hub has no identity provider (IDP_DOMAIN): nobody can use it');
  if (idp === undefined || idp.builtInKey !== undefined) return builtIn;
  const what = 'the keys of the hub’s identity provider could not be fetched';
  return new RemoteProvider(idp.issuer, new RepeatedFailures(logger, { what }));
}
