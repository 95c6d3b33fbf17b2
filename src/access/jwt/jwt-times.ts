import type { JWTPayload } from 'jose';
import { unauthorized } from '../../common/errors/unauthorized.js';
import type { Logger } from '../../common/logging/logger.js';

/** How far the clock of another issuer may be ahead of this server's, in seconds; `exp` has no leeway. */
export const CLOCK_LEEWAY_SECONDS = 60;

// The libraries apply one tolerance to all times. They check only the types; `requireValidTimes` compares.
export const ANY_TIME = Number.MAX_SAFE_INTEGER;

/** Reports claims that only a wrong clock explains. */
export type ClockFaults = Pick<Logger, 'warn'>;

/**
 * Checks the times of a genuine JWT.
 * @param leeway for `nbf` and `iat`, in seconds; undefined for the server's own JWTs, whose `iat` is not compared
 * @param now seconds since 1970
 * @throws 401
 */
export function requireValidTimes(
  { exp, nbf, iat }: JWTPayload,
  leeway: number | undefined,
  now: number,
  log: ClockFaults,
): void {
  if (exp !== undefined && exp <= now) throw unauthorized('expired');
  const latest = now + (leeway ?? 0);
  const begins = { nbf, iat: leeway === undefined ? undefined : iat };
  for (const [claim, time] of Object.entries(begins)) {
    if (time === undefined || time <= latest) continue;
    log.warn(
      { claim, ahead_seconds: time - now, leeway_seconds: leeway ?? 0 },
      'a token is refused for a clock: compare those of its issuer and of this server',
    );
    throw unauthorized('not_yet_valid');
  }
}
