import type { AppConfig } from '../../config/app-config.js';

/** Whether people can sign in with a browser, and why not. */
export type SignInState = 'possible' | 'read_only' | 'not_configured';

/** What the settings allow. */
export const signInState = ({ idp, readOnly }: Pick<AppConfig, 'idp' | 'readOnly'>): SignInState =>
  idp?.client === undefined ? 'not_configured' : readOnly ? 'read_only' : 'possible';

/** How callers of the hub get a credential, as the end of an error message. */
export function whereToSignInToHub({ idp, http }: Pick<AppConfig, 'idp' | 'http'>): string {
  if (idp === undefined) return 'nobody can sign in: no identity provider is configured (IDP_DOMAIN)';
  if (idp.client === undefined) return `send a token of ${idp.issuer} as Bearer`;
  return `open ${http.publicUrl}/auth/login, or send a token as Bearer`;
}
