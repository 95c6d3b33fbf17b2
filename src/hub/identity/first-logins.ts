import { Injectable } from '@nestjs/common';
import type { Actor } from '../audit/actor.js';

/** A user who was created in this transaction, by the first login of an address that the provider has verified. */
export interface FirstLogin {
  readonly id: string;
  readonly actor: Actor;
  readonly verifiedEmail: string;
}

type Listener = (login: FirstLogin) => Promise<void>;

/** Lets other parts of the hub act on first logins, in the transaction that creates the user. */
@Injectable()
export class FirstLogins {
  private readonly listeners: Listener[] = [];

  /** Calls `listener` for every first login from now on; what it throws undoes the login. */
  subscribe(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Calls the listeners, one after the other. */
  async announce(login: FirstLogin): Promise<void> {
    for (const listener of this.listeners) await listener(login);
  }
}
