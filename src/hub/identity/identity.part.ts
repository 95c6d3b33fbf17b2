import { LOGGER } from '../../common/logging/logger.js';
import { APP_CONFIG } from '../../config/app-config.js';
import { BuiltInProvider } from '../built-in-provider/built-in-provider.js';
import type { HubPart } from '../hub-part.js';
import { createIdentityProvider } from './create-identity-provider.js';
import { HubUsersRepository } from './hub-users.repository.js';
import { HubUsersService } from './hub-users.service.js';
import { IdentityProvider } from './identity-provider.js';
import { MeController } from './me.controller.js';
import { UserTokens } from './user-tokens.js';

/** Users, as their identity provider knows them. */
export const identityPart: HubPart = {
  controllers: [MeController],
  providers: [
    HubUsersRepository,
    HubUsersService,
    UserTokens,
    {
      provide: IdentityProvider,
      inject: [APP_CONFIG, LOGGER, BuiltInProvider],
      useFactory: createIdentityProvider,
    },
  ],
};
