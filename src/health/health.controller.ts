import { applyDecorators, Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access } from '../auth/rules/access.decorator.js';
import { errorResponses } from '../common/openapi/error-responses.js';
import { RegistryError } from '../registry/registry.dto.js';
import { registryErrorBody } from '../registry/registry.surface.js';
import { isReady } from './health-report.js';
import { Health, NotReady, Ready } from './health.dto.js';
import { HealthService, type HealthReport } from './health.service.js';

/** The body of a report; with the fields of an error response if requests are not served. */
function readinessView({ status, checks }: HealthReport): Ready | NotReady {
  if (isReady(status)) return { status, checks };
  const message = `the service is ${status}; try again`;
  return { status, checks, message, error: { code: 'unavailable', message, details: {} } };
}

const RETRY_AFTER_SECONDS = '2';

const EXAMPLE_NOT_READY = readinessView({
  status: 'unavailable',
  checks: { database: 'failed', cache: 'not_configured', storage: 'ok' },
});

// Outside of both APIs, errors have the registry's format.
const HealthErrors = errorResponses({ type: RegistryError, bodyOf: registryErrorBody, meanings: {} });

const Liveness = (operationId: string): MethodDecorator =>
  applyDecorators(
    Access({ kind: 'open', because: 'liveness probes have no credentials' }),
    ApiOperation({
      operationId,
      summary: 'Check that the process is alive',
      description: 'For liveness probes. Does not check the database or the storage.',
    }),
    ApiOkResponse({ type: Health }),
    HealthErrors(400),
  );

const Readiness = (operationId: string): MethodDecorator =>
  applyDecorators(
    Access({ kind: 'open', because: 'readiness probes have no credentials' }),
    ApiOperation({
      operationId,
      summary: 'Check that the process is ready for requests',
      description:
        'For readiness probes, with the state of the database, of Redis (`cache`) and of the artifact store (`storage`). 503 while the process is not ready, also when the database takes no changes.',
    }),
    ApiOkResponse({ type: Ready }),
    HealthErrors(400),
    ApiResponse({
      status: 503,
      type: NotReady,
      description: 'The process is not ready.',
      example: EXAMPLE_NOT_READY,
    }),
  );

/** `/healthz` and `/readyz`, and the same as `/health` and `/ready` (hub contract 17). */
@ApiTags('health')
@Controller()
export class HealthController {
  constructor(private readonly service: HealthService) {}

  @Get('healthz')
  @Liveness('getHealth')
  get(): Health {
    return { status: 'ok' };
  }

  @Get('health')
  @Liveness('getHealthAlias')
  getAlias(): Health {
    return this.get();
  }

  @Get('readyz')
  @Readiness('getReadiness')
  async getReadiness(@Res({ passthrough: true }) res: Response): Promise<Ready | NotReady> {
    const report = await this.service.report();
    if (!isReady(report.status)) res.status(503).setHeader('Retry-After', RETRY_AFTER_SECONDS);
    return readinessView(report);
  }

  @Get('ready')
  @Readiness('getReadinessAlias')
  getReadinessAlias(@Res({ passthrough: true }) res: Response): Promise<Ready | NotReady> {
    return this.getReadiness(res);
  }
}
