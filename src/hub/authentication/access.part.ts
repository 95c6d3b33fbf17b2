import type { HubPart } from '../hub-part.js';
import { HubAccess } from './hub-access.js';
import { AuthorizedChanges } from './authorized-changes.js';
import { ChangeLocksRepository } from './change-locks.repository.js';
import { HubAuthenticator } from './hub-authenticator.js';
import { HubEntry } from './hub-entry.js';

/** Who calls, and what they may. */
export const accessPart: HubPart = {
  providers: [AuthorizedChanges, ChangeLocksRepository, HubAccess, HubAuthenticator, HubEntry],
};
