import type { HubPart } from '../hub-part.js';
import { RateLimiter } from './rate-limiter.js';

/** The counting of requests. */
export const rateLimitPart: HubPart = { providers: [RateLimiter] };
