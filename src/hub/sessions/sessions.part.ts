import type { HubPart } from '../hub-part.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

/** Sessions of browsers. */
export const sessionsPart: HubPart = {
  providers: [SessionsRepository, SessionsService],
};
