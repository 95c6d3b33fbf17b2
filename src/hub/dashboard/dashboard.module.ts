import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller.js';

/** The web application. */
@Module({ controllers: [DashboardController] })
export class DashboardModule {}
