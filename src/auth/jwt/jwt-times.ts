import type { JWTPayload } from 'jose';
import { unauthorized } from '../../common/errors/unauthorized.js';
import type { Logger } from '../../common/logging/logger.js';
import { RepeatedFailures } from '../../common/logging/repeated-failures.js';

/** How far the clock of another issuer may be ahead of this server's, in seconds; `exp` has no leeway. */
export const CLOCK_LEEWAY_SECONDS = 60;

// The libraries apply one tolerance to all times. They check only the types; `requireValidTimes` compares.
export const ANY_TIME = Number.MAX_SAFE_INTEGER;

// Nobody notices that a clock was set: tokens made before are valid all the time.
const SET_AFTER_MS = 10 * 60_000;

/** Where to report claims that only a wrong clock explains. */
export type ClockFaults = Pick<RepeatedFailures, 'failed'>;

/** Reports the faults of each issuer once. */
export const clockFaults = (logger: Logger): ClockFaults =>
  new RepeatedFailures(logger, {
    what: 'a token is refused for a clock',
    then: 'compare those of its issuer and of this server',
    overAfterMs: SET_AFTER_MS,
  });

/**
 * Checks the times of a genuine JWT.
 * @param leeway for `nbf` and `iat`, in seconds; undefined for the server's own JWTs, whose `iat` is not compared
 * @param now seconds since 1970
 * @throws 401
 */
export function requireValidTimes(
  { iss, exp, nbf, iat }: JWTPayload,
  leeway: number | undefined,
  now: number,
  log: ClockFaults,
): void {
  if (exp !== undefined && exp <= now) throw unauthorized('expired');
  const latest = now + (leeway ?? 0);
  const begins = { nbf, iat: leeway === undefined ? undefined : iat };
  for (const [claim, time] of Object.entries(begins)) {
    if (time === undefined || time <= latest) continue;
    log.failed({ claim, ahead_seconds: time - now, leeway_seconds: leeway ?? 0 }, iss);
    throw unauthorized('not_yet_valid');
  }
}
