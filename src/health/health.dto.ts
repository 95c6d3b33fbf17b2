import { ApiProperty } from '@nestjs/swagger';
import { RegistryError } from '../registry/registry.dto.js';
import { NOT_READY, PART_STATES, READY } from './health-report.js';

const PartProperty = (description: string): PropertyDecorator =>
  ApiProperty({ enum: [...PART_STATES], description });

/** The process answers. */
export class Health {
  @ApiProperty({ example: 'ok' })
  status: string;
}

/** How what the service depends on is, a second ago at most. */
export class HealthChecks {
  @PartProperty('Without the database, no request works.')
  database: string;

  @PartProperty('Redis, if configured. While it is unavailable, each server counts requests separately.')
  cache: string;

  @PartProperty('Storage of artifacts. While it fails, everything else is served.')
  storage: string;
}

/** The process takes requests. */
export class Ready {
  @ApiProperty({
    enum: [...READY],
    description: '`degraded`: a part that most requests do not need has failed.',
  })
  status: string;

  @ApiProperty({ type: HealthChecks })
  checks: HealthChecks;
}

/** It does not. */
export class NotReady extends RegistryError {
  @ApiProperty({ enum: [...NOT_READY] })
  status: string;

  @ApiProperty({ type: HealthChecks })
  checks: HealthChecks;
}
