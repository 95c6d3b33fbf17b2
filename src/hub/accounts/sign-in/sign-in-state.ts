import type { AppConfig } from '../../../config/app-config.js';

/** Whether users can sign in with a browser, or why not. */
export type SignInState = 'possible' | 'read_only' | 'not_configured';

/** The state that the settings imply. */
export const signInState = ({ idp, readOnly }: Pick<AppConfig, 'idp' | 'readOnly'>): SignInState =>
  idp?.client === undefined ? 'not_configured' : readOnly ? 'read_only' : 'possible';

/** How callers of the hub get a credential, to append to an error message. */
export function whereToSignInToHub({ idp, http }: Pick<AppConfig, 'idp' | 'http'>): string {
  if (idp === undefined) return 'nobody can sign in: no identity provider is configured (IDP_DOMAIN)';
  if (idp.client === undefined) return `send a token of ${idp.issuer} as Bearer`;
  return `open ${http.publicUrl}/auth/login, or send a token as Bearer`;
}
