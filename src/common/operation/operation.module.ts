import { Global, Module } from '@nestjs/common';
import { Meters } from './meters.js';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';

/** Observability of the process: metrics and readiness. */
@Global()
@Module({
  providers: [Metrics, { provide: Meters, useExisting: Metrics }, Readiness],
  exports: [Metrics, Meters, Readiness],
})
export class OperationModule {}
