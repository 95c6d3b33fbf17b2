import { Module } from '@nestjs/common';
import { RateLimiter } from './rate-limiter.js';

/** The counting of requests. */
@Module({ providers: [RateLimiter], exports: [RateLimiter] })
export class RateLimitModule {}
