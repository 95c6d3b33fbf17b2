import { Module } from '@nestjs/common';
import { OpenApiTag } from '../common/openapi/tags.js';
import { DatabaseCheck } from './database-check.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';

/** Endpoints for probes and load balancers: whether the process is alive, and whether it serves requests. */
@OpenApiTag('health', 'Whether the process is alive.')
@Module({ controllers: [HealthController], providers: [DatabaseCheck, HealthService] })
export class HealthModule {}
