import { Module } from '@nestjs/common';
import { DecisionsModule } from '../catalog-decisions/decisions.module.js';
import { ManagedSettingsController } from './managed-settings.controller.js';

/** Managed settings of clients. */
@Module({ imports: [DecisionsModule], controllers: [ManagedSettingsController] })
export class ManagedSettingsModule {}
