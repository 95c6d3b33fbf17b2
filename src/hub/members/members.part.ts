import type { HubPart } from '../hub-part.js';
import { MembersController } from './members.controller.js';
import { MembersRepository } from './members.repository.js';
import { MembersService } from './members.service.js';

/** Members of organizations. */
export const membersPart: HubPart = {
  controllers: [MembersController],
  providers: [MembersRepository, MembersService],
};
