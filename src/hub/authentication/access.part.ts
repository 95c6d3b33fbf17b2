import { APP_GUARD } from '@nestjs/core';
import type { HubPart } from '../hub-part.js';
import { HubAccessGuard, HubStandingGuard } from './hub-access.guard.js';
import { AuthorizedChanges } from './authorized-changes.js';
import { ChangeLocksRepository } from './change-locks.repository.js';
import { HubAuthenticator } from './hub-authenticator.js';
import { HubEntry } from './hub-entry.js';

/** Who calls, and what they may. */
export const accessPart: HubPart = {
  providers: [
    AuthorizedChanges,
    ChangeLocksRepository,
    HubAuthenticator,
    HubEntry,
    HubStandingGuard,
    { provide: APP_GUARD, useClass: HubAccessGuard },
  ],
};
