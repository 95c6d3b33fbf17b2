import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiToken } from './api-tokens/api-token.entity.js';
import { LocalUser } from './local-users/local-user.entity.js';
import { DiscoveryModule } from '@nestjs/core';
import { HubChanges } from './hub/hub-changes.js';
import { HubLocksRepository } from './locks/hub-locks.repository.js';
import { LOGGER } from '../common/logging/logger.js';
import { APP_CONFIG } from '../config/app-config.js';
import { RegistryAccess } from './registry/registry-access.js';
import { RegistryCredentials } from './registry/registry-credentials.js';
import { ApiTokensRepository } from './api-tokens/api-tokens.repository.js';
import { RegistryChanges } from './registry/registry-changes.js';
import { AccountCredentialsRepository } from './accounts/account-credentials.repository.js';
import { Authenticator } from './registry/authenticator.js';
import { SubjectsRepository } from './accounts/subjects.repository.js';
import { createAuthenticator } from './registry/create-authenticator.js';
import { IssuedJwts } from './jwt/issued-jwts.js';
import { BootstrapAdmin } from './local-users/bootstrap-admin.js';
import { LocalUsersRepository } from './local-users/local-users.repository.js';
import { LoginAttempts } from './local-users/login-attempts.js';
import { LocalUsersService } from './local-users/local-users.service.js';
import { PasswordHasher } from './local-users/password-hasher.js';
import { OrganizationNames } from './organization-names/organization-names.js';
import { OrganizationNamesRepository } from './organization-names/organization-names.repository.js';
import { RegistryLocksRepository } from './locks/registry-locks.repository.js';
import { RegistryMemberships } from './registry/registry-memberships.js';
import { RegistryTrail } from './trail/registry-trail.js';
import { RouteRules } from './rules/route-rules.js';

const SERVICES = [
  AccountCredentialsRepository,
  ApiTokensRepository,
  RegistryChanges,
  BootstrapAdmin,
  SubjectsRepository,
  HubChanges,
  HubLocksRepository,
  IssuedJwts,
  LocalUsersRepository,
  LocalUsersService,
  LoginAttempts,
  OrganizationNames,
  OrganizationNamesRepository,
  PasswordHasher,
  RegistryLocksRepository,
  RegistryMemberships,
  RegistryTrail,
];

/** Authentication and authorization. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([ApiToken, LocalUser]), DiscoveryModule],
  providers: [
    ...SERVICES,
    RegistryAccess,
    RegistryCredentials,
    RouteRules,
    {
      provide: Authenticator,
      inject: [
        APP_CONFIG,
        LOGGER,
        LocalUsersRepository,
        LocalUsersService,
        ApiTokensRepository,
        SubjectsRepository,
      ],
      useFactory: createAuthenticator,
    },
  ],
  exports: [...SERVICES, RegistryAccess],
})
export class AuthModule {}
