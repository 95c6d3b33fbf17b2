import type { AppConfig } from '../config/app-config.js';
import type { ResourceTemplate } from './requested-resource.js';
import type { Scope, ServiceScope } from './scopes.js';

/** Settings that open an operation to callers without authority; the service then shows them public things only. */
export type PublicSetting = 'readCatalog' | 'downloadArtifacts';

/** Who may call an operation. */
export type AccessRule =
  /** Anybody; `because` says why that is right. */
  | {
      readonly kind: 'open';
      readonly because: string;
      /** The mode in which the operation exists; in the other one it is 501, whatever is sent. */
      readonly mode?: AppConfig['auth']['mode'];
    }
  /** Authenticated callers; the service limits them further to those, or to that, which `then` names. */
  | { readonly kind: 'authenticated'; readonly then: string }
  /** Holders of one of the scopes, on the resource when there is one. */
  | {
      readonly kind: 'scope';
      readonly anyOf: readonly (Scope | ServiceScope)[];
      readonly resource?: ResourceTemplate;
      readonly publicWhen?: PublicSetting;
    }
  /** Another API’s guard enforces a rule of its own. */
  | { readonly kind: 'elsewhere'; readonly guard: 'hub' };
