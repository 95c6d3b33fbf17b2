import { Module } from '@nestjs/common';
import { OpenApiTag } from '../common/openapi/tags.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';

/** What probes and load balancers ask: whether the process is alive, and whether it takes requests. */
@OpenApiTag('health', 'Whether the process is alive.')
@Module({ controllers: [HealthController], providers: [HealthService] })
export class HealthModule {}
