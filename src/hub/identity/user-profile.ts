import type { UserClaims } from './user-claims.js';

/** What is recorded of a user's identity, as their provider has described it. */
export interface UserProfile {
  readonly email: string;
  /** Whether the provider has vouched for `email`; administrators type addresses, and users claim some, that it has not. */
  readonly emailVerified: boolean;
  readonly name: string;
}

/** The address of a user as others see it: one that is not verified may be somebody else's, and is empty. */
export const shownEmail = ({ email, emailVerified }: Omit<UserProfile, 'name'>): string =>
  emailVerified ? email : '';

/** SQL of the same for a `hub_user`. */
export const shownEmailOf = (user: string): string =>
  `CASE WHEN ${user}.email_verified THEN ${user}.email ELSE '' END`;

/** The name of a user in audit events and mails: their verified address, or else the name that they go by. */
export const actorNameOf = (profile: UserProfile): string => shownEmail(profile) || profile.name;

/** An address in the details of audit events of the platform, which says when it is not verified. */
export const addressDetails = ({ email, emailVerified }: Omit<UserProfile, 'name'>) =>
  emailVerified || email === '' ? { email } : { email, email_verified: false };

/** A profile after a token with these claims: what they leave out stays, and so does a verified address without a new one. */
export function updatedProfile(profile: UserProfile, claims: UserClaims): UserProfile {
  const keepsAddress = claims.email === '' || (profile.emailVerified && !claims.emailVerified);
  const { email, emailVerified } = keepsAddress ? profile : claims;
  return { email, emailVerified, name: claims.name || profile.name };
}
