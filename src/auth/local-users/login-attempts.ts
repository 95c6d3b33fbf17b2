import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { rateLimited } from '../../common/errors/api-error.js';
import { clientNetwork } from '../../common/http/client-network.js';
import { currentOrigin } from '../../common/http/request-origin.js';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import { MINUTE_MS } from '../../common/values/durations.js';
import { nameKey } from '../../common/values/names.js';
import { printable } from '../../common/values/text.js';
import { RequestCounter, type Count, type Quota } from '../../storage/counters/request-counter.js';
import { RefusedLogins, type LoginRefusal } from './refused-logins.js';

const OF_NAME: Quota = { limit: 10, windowMs: MINUTE_MS };
const OF_NETWORK: Quota = { limit: 30, windowMs: MINUTE_MS };

const MAX_SHOWN_NAME = 64;

/**
 * Limits refused passwords, and reports each refused login (registry contract 15). They are counted per name and client
 * network, and per network: guessing does not lock out users of other networks. Accepted logins are not counted; the
 * correct password of a disabled user is. The responses do not reveal whether a name exists.
 */
@Injectable()
export class LoginAttempts {
  constructor(
    private readonly counter: RequestCounter,
    private readonly refused: RefusedLogins,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws 429 when too many passwords were refused for this name, or in total, from the network of the request */
  async requireAllowed(username: string): Promise<void> {
    await this.require(
      username,
      quotasOf(username).map(([key, quota]) => this.counter.peek(key, quota)),
    );
  }

  /** Counts and reports a refused login. @throws 429 when it exceeds the limit: several may have been in flight */
  async failed(reason: LoginRefusal, username: string): Promise<void> {
    await this.require(
      username,
      quotasOf(username).map(([key, quota]) => this.counter.hit(key, quota)),
    );
    await this.report(reason, username);
  }

  private async require(username: string, counting: readonly Promise<Count>[]): Promise<void> {
    const exceeded = (await Promise.all(counting)).filter(({ accepted }) => !accepted);
    if (exceeded.length === 0) return;
    await this.report('too_many_attempts', username);
    const waitMs = Math.max(...exceeded.map(({ retryAfterMs }) => retryAfterMs));
    throw rateLimited('too many attempts', Math.ceil(waitMs / 1000));
  }

  private async report(reason: LoginRefusal, name: string): Promise<void> {
    const username = printable(name, MAX_SHOWN_NAME);
    this.logger.warn({ reason, username, client: currentOrigin().ipAddress }, 'login refused');
    await this.refused.recordLogin({ reason, username });
  }
}

/** The keys under which a refused password is counted. Names are hashed, because they may be long. */
function quotasOf(username: string): [string, Quota][] {
  const network = clientNetwork(currentOrigin().ipAddress);
  const name = createHash('sha256').update(nameKey(username)).digest('base64url');
  return [
    [`failed-logins:${network}:${name}`, OF_NAME],
    [`failed-logins:${network}`, OF_NETWORK],
  ];
}
