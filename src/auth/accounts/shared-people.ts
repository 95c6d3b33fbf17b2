import type { AppConfig } from '../../config/app-config.js';

/**
 * Whether a person can be known in both APIs: local users who sign in to the hub with the built-in provider, or subjects of
 * the one issuer that both trust (ADR 39).
 */
export const sharesPeople = ({ auth, idp }: Pick<AppConfig, 'auth' | 'idp'>): boolean =>
  auth.mode === 'oss' ? idp?.builtInKey !== undefined : idp?.issuer === auth.issuer;
