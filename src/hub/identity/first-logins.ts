import { Injectable } from '@nestjs/common';
import type { Actor } from '../audit/actor.js';

/** A user created in this transaction by the first login with an address that the provider has verified. */
export interface FirstLogin {
  readonly id: string;
  readonly actor: Actor;
  readonly verifiedEmail: string;
}

type Listener = (login: FirstLogin) => Promise<void>;

/** Lets other modules act in the transaction that creates a user at first login. */
@Injectable()
export class FirstLogins {
  private readonly listeners: Listener[] = [];

  /** Registers a listener for first logins; an error that it throws rolls back the login. */
  subscribe(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Calls the listeners one after another. */
  async announce(login: FirstLogin): Promise<void> {
    for (const listener of this.listeners) await listener(login);
  }
}
