import type { HubPart } from '../hub-part.js';
import { BuiltInProvider } from './built-in-provider.js';

/** The OpenID provider of installations that have no other. */
export const builtInProviderPart: HubPart = {
  providers: [BuiltInProvider],
};
