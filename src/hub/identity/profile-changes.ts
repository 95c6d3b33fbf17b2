import type { UserProfile } from '../../access/user-profile.js';
import type { UserClaims } from './user-claims.js';

/** The address in details of platform events, which mark an unverified one. */
export const addressDetails = ({ email, emailVerified }: Omit<UserProfile, 'name'>) =>
  emailVerified || email === '' ? { email } : { email, email_verified: false };

/**
 * The profile updated with a token's claims: missing claims change nothing, and a verified address is replaced only by
 * another verified one.
 */
export function updatedProfile(profile: UserProfile, claims: UserClaims): UserProfile {
  const keepsAddress = claims.email === '' || (profile.emailVerified && !claims.emailVerified);
  const { email, emailVerified } = keepsAddress ? profile : claims;
  return { email, emailVerified, name: claims.name || profile.name };
}
