import type { HubPart } from '../hub-part.js';
import { AreaMembersController } from './area-members.controller.js';
import { AreaMembersRepository } from './area-members.repository.js';
import { AreaMembersService } from './area-members.service.js';
import { AreasController } from './areas.controller.js';
import { AreasRepository } from './areas.repository.js';
import { AreasService } from './areas.service.js';

/** Areas and their members. */
export const areasPart: HubPart = {
  controllers: [AreaMembersController, AreasController],
  providers: [AreaMembersRepository, AreaMembersService, AreasRepository, AreasService],
};
