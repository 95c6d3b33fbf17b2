import type { HubPart } from '../hub-part.js';
import { ServiceTokenUses } from './service-token-uses.service.js';
import { ServiceTokensController } from './service-tokens.controller.js';
import { ServiceTokensRepository } from './service-tokens.repository.js';
import { ServiceTokensService } from './service-tokens.service.js';

/** Service tokens. */
export const serviceTokensPart: HubPart = {
  controllers: [ServiceTokensController],
  providers: [ServiceTokenUses, ServiceTokensRepository, ServiceTokensService],
};
