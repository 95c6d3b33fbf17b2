import type { Logger } from '../../common/logging/logger.js';
import { RepeatedFailures } from '../../common/logging/repeated-failures.js';
import type { AppConfig } from '../../config/app-config.js';
import type { ApiTokensRepository } from '../api-tokens/api-tokens.repository.js';
import type { Authenticator } from './authenticator.js';
import { EnterpriseAuthenticator } from './enterprise-authenticator.js';
import { foreignPolicy, ossPolicy } from '../jwt/jwt-policy.js';
import type { SubjectsRepository } from '../accounts/subjects.repository.js';
import { clockFaults } from '../jwt/jwt-times.js';
import { JwtVerifier } from '../jwt/jwt-verifier.js';
import { RemoteKeySet } from '../jwt/remote-key-set.js';
import type { LocalUsersRepository } from '../local-users/local-users.repository.js';
import type { LocalUsersService } from '../local-users/local-users.service.js';
import { OssAuthenticator } from './oss-authenticator.js';

/** The authenticator of the configured mode. */
export function createAuthenticator(
  { auth }: AppConfig,
  logger: Logger,
  usersRepository: LocalUsersRepository,
  users: LocalUsersService,
  tokens: ApiTokensRepository,
  subjects: SubjectsRepository,
): Authenticator {
  if (auth.mode === 'oss') {
    return new OssAuthenticator(
      new JwtVerifier(ossPolicy(auth), clockFaults(logger)),
      usersRepository,
      users,
      tokens,
    );
  }
  const keys = new RemoteKeySet({
    url: auth.jwksUrl,
    failures: new RepeatedFailures(logger, {
      what: 'the keys of the identity provider could not be fetched',
    }),
  });
  return new EnterpriseAuthenticator(
    new JwtVerifier(foreignPolicy(auth, keys), clockFaults(logger)),
    tokens,
    subjects,
    auth.issuer,
  );
}
