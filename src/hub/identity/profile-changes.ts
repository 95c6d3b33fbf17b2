import type { UserProfile } from '../../access/user-profile.js';
import type { UserClaims } from './user-claims.js';

/** An address in the details of audit events of the platform, which says when it is not verified. */
export const addressDetails = ({ email, emailVerified }: Omit<UserProfile, 'name'>) =>
  emailVerified || email === '' ? { email } : { email, email_verified: false };

/** A profile after a token with these claims: what they leave out stays, and so does a verified address without a new one. */
export function updatedProfile(profile: UserProfile, claims: UserClaims): UserProfile {
  const keepsAddress = claims.email === '' || (profile.emailVerified && !claims.emailVerified);
  const { email, emailVerified } = keepsAddress ? profile : claims;
  return { email, emailVerified, name: claims.name || profile.name };
}
