import type { JsonObject } from '../../common/values/json.js';

/** The topic of changes in the registry, for the audit trail. Messages are ordered by organization. */
export const REGISTRY_CHANGES = 'registry.changes';

/** A person as the registry knows them. */
export interface RegistryPerson {
  /** Name of a local user, or `sub` of the identity provider. */
  readonly subject: string;
  /** Id of the local user; null in enterprise mode, and where it is not known. */
  readonly account_id: string | null;
}

/** Who made a change. */
export type RegistryActor =
  | (RegistryPerson & {
      readonly kind: 'person';
      /** The public half of the API token that was used; null without one. */
      readonly token_id: string | null;
    })
  /** The hub's service, the operator of the command line, or the start of the server. */
  | { readonly kind: 'system'; readonly name: string };

/** A change in the registry, as the audit trail shows it. */
export interface RegistryChange {
  readonly action: string;
  readonly actor: RegistryActor;
  /** Slug of the organization; null for what belongs to none. */
  readonly org: string | null;
  /** Id of the resource; a person's is looked up. */
  readonly resource: string | RegistryPerson | null;
  /** Without secrets. */
  readonly details: JsonObject;
  readonly changed_at: string;
  readonly ip_address: string;
  readonly user_agent: string;
}
