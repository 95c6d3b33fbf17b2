import { Injectable } from '@nestjs/common';
import type { NewOrganization } from './hub-organizations.repository.js';

type Listener = (organization: NewOrganization) => Promise<void>;

/** Lets other modules act in the transaction that creates an organization. */
@Injectable()
export class NewOrganizations {
  private readonly listeners: Listener[] = [];

  /** Registers a listener; an error that it throws rolls back the creation. */
  subscribe(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Calls the listeners one after another. */
  async announce(organization: NewOrganization): Promise<void> {
    for (const listener of this.listeners) await listener(organization);
  }
}
