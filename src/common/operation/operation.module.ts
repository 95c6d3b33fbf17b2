import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';

/** What those who run the process want to know of it. */
@Global()
@Module({ providers: [Metrics, Readiness], exports: [Metrics, Readiness] })
export class OperationModule {}
