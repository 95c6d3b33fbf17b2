import { Module } from '@nestjs/common';
import { OpenApiTag } from '../common/openapi/tags.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';

/** Endpoints for probes and load balancers: whether the process is alive, and whether it serves requests. */
@OpenApiTag('health', 'Whether the process is alive.')
@Module({ controllers: [HealthController], providers: [HealthService] })
export class HealthModule {}
