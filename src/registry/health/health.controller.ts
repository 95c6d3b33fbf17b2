import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.decorator.js';
import { ApiErrors } from '../registry-responses.js';
import { HealthService } from './health.service.js';

class Health {
  @ApiProperty({ example: 'ok' })
  status: string;
}

/** `/healthz` and `/readyz`: whether the process answers, and whether it takes requests. */
@ApiTags('health')
@Controller()
export class HealthController {
  constructor(private readonly service: HealthService) {}

  @Get('healthz')
  @Access({ kind: 'open', because: 'liveness probes have no credentials' })
  @ApiOperation({ operationId: 'getHealth', summary: 'Whether the process is alive' })
  @ApiOkResponse({ type: Health })
  @ApiErrors()
  get(): Health {
    return { status: 'ok' };
  }

  @Get('readyz')
  @Access({ kind: 'open', because: 'readiness probes have no credentials' })
  @ApiOperation({ operationId: 'getReadiness', summary: 'Whether the process takes requests' })
  @ApiOkResponse({ type: Health })
  @ApiErrors()
  async getReadiness(): Promise<Health> {
    await this.service.requireReady();
    return { status: 'ready' };
  }
}
