import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.decorator.js';
import { ApiErrors } from '../registry-responses.js';

class Health {
  @ApiProperty({ example: 'ok' })
  status: string;
}

@ApiTags('health')
@Controller('healthz')
export class HealthController {
  @Get()
  @Access({ kind: 'open', because: 'liveness probes have no credentials' })
  @ApiOperation({ operationId: 'getHealth', summary: 'Whether the process is alive' })
  @ApiOkResponse({ type: Health })
  @ApiErrors()
  get(): Health {
    return { status: 'ok' };
  }
}
