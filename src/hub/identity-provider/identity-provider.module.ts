import { Module } from '@nestjs/common';
import { LOGGER } from '../../common/logging/logger.js';
import { APP_CONFIG } from '../../config/app-config.js';
import { BuiltInProvider } from './built-in/built-in-provider.js';
import { createIdentityProvider } from './create-identity-provider.js';
import { IdentityProvider } from './identity-provider.js';

/** The OpenID provider of the hub's users: a remote one, or the built-in one if none is configured. */
@Module({
  providers: [
    BuiltInProvider,
    {
      provide: IdentityProvider,
      inject: [APP_CONFIG, LOGGER, BuiltInProvider],
      useFactory: createIdentityProvider,
    },
  ],
  exports: [IdentityProvider],
})
export class IdentityProviderModule {}
