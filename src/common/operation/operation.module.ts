import { Global, Module } from '@nestjs/common';
import { Meters } from './meters.js';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';

/** What those who run the process want to know of it. */
@Global()
@Module({
  providers: [Metrics, { provide: Meters, useExisting: Metrics }, Readiness],
  exports: [Metrics, Meters, Readiness],
})
export class OperationModule {}
