import { Module } from '@nestjs/common';
import { RateLimiter } from './rate-limiter.js';

/** Rate limiting. */
@Module({ providers: [RateLimiter], exports: [RateLimiter] })
export class RateLimitModule {}
