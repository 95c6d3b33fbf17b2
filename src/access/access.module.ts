import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiToken } from './api-tokens/api-token.entity.js';
import { LocalUser } from './local-users/local-user.entity.js';
import { DiscoveryModule } from '@nestjs/core';
import { HubChanges } from './hub-changes.js';
import { HubLocksRepository } from './hub-locks.repository.js';
import { LOGGER } from '../common/logging/logger.js';
import { APP_CONFIG } from '../config/app-config.js';
import { RegistryAccess } from './registry-access.js';
import { RegistryCredentials } from './registry-credentials.js';
import { ApiTokensRepository } from './api-tokens/api-tokens.repository.js';
import { RegistryChanges } from './registry-changes.js';
import { AccountCredentialsRepository } from './account-credentials.repository.js';
import { Authenticator } from './authenticator.js';
import { SubjectsRepository } from './subjects.repository.js';
import { createAuthenticator } from './create-authenticator.js';
import { IssuedJwts } from './jwt/issued-jwts.js';
import { BootstrapAdmin } from './local-users/bootstrap-admin.js';
import { LocalUsersRepository } from './local-users/local-users.repository.js';
import { LoginAttempts } from './local-users/login-attempts.js';
import { LocalUsersService } from './local-users/local-users.service.js';
import { PasswordHasher } from './local-users/password-hasher.js';
import { OrganizationNames } from './organization-names/organization-names.js';
import { OrganizationNamesRepository } from './organization-names/organization-names.repository.js';
import { RegistryLocksRepository } from './registry-locks.repository.js';
import { RegistryMemberships } from './registry-memberships.js';
import { RegistryTrail } from './trail/registry-trail.js';
import { RouteRules } from './route-rules.js';

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
export class AccessModule {}
