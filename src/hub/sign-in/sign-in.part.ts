import { RefusedLogins } from '../../access/local-users/refused-logins.js';
import type { HubPart } from '../hub-part.js';
import { OpenIdClient } from './openid-client.js';
import { SignInRefusals } from './sign-in-refusals.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';

/** The pages of a sign-in. */
export const signInPart: HubPart = {
  controllers: [SignInController],
  providers: [
    OpenIdClient,
    SignInRefusals,
    { provide: RefusedLogins, useExisting: SignInRefusals },
    SignInService,
  ],
  exports: [RefusedLogins],
};
