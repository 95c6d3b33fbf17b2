import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LOGGER } from '../../../common/logging/logger.js';
import { APP_CONFIG } from '../../../config/app-config.js';
import { BuiltInProvider } from './built-in/built-in-provider.js';
import { ProviderRecord } from './built-in/provider-record.entity.js';
import { StoredProviderState } from './built-in/stored-provider-state.js';
import { createIdentityProvider } from './create-identity-provider.js';
import { IdentityProvider } from './identity-provider.js';
import { OpenIdConfiguration } from './openid-configuration.js';
import { RefreshTokens } from './refresh-tokens.js';

/** The OpenID provider of the hub's users: a remote one, or the built-in one if none is configured. */
@Module({
  imports: [TypeOrmModule.forFeature([ProviderRecord])],
  providers: [
    BuiltInProvider,
    OpenIdConfiguration,
    RefreshTokens,
    StoredProviderState,
    {
      provide: IdentityProvider,
      inject: [APP_CONFIG, LOGGER, BuiltInProvider],
      useFactory: createIdentityProvider,
    },
  ],
  exports: [IdentityProvider, OpenIdConfiguration, RefreshTokens],
})
export class IdentityProviderModule {}
