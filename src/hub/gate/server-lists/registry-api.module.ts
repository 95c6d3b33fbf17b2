import { Module } from '@nestjs/common';
import { OpenApiTag } from '../../../common/openapi/tags.js';
import { AllowListsModule } from '../allow-lists/allow-lists.module.js';
import { DecisionsModule } from '../catalog-decisions/decisions.module.js';
import { AllowedRegistryController } from './allowed-registry.controller.js';
import { PublicRegistryController } from './public-registry.controller.js';
import { RegistryApiService } from './registry-api.service.js';

/** The read API of the official registry. */
@OpenApiTag(
  'registry-api',
  'Lists of servers for clients that enforce them, in the format of the official MCP registry.',
)
@Module({
  imports: [AllowListsModule, DecisionsModule],
  controllers: [PublicRegistryController, AllowedRegistryController],
  providers: [RegistryApiService],
})
export class RegistryApiModule {}
