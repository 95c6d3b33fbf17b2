/** The recorded identity of a user, as described by the identity provider. */
export interface UserProfile {
  readonly email: string;
  /**
   * Whether the provider has verified `email`; addresses typed by administrators or claimed by users are not verified.
   */
  readonly emailVerified: boolean;
  readonly name: string;
}

/** The profile of a user of whom nothing is known, or no more. */
export const NO_PROFILE: UserProfile = { email: '', emailVerified: false, name: '' };

/** The profile among the properties of a user. */
export const profileOf = ({ email, emailVerified, name }: UserProfile): UserProfile => ({
  email,
  emailVerified,
  name,
});

/** A profile as fields of the API. */
export const profileFields = ({ email, emailVerified, name }: UserProfile) => ({
  email,
  email_verified: emailVerified,
  name,
});

/** SQL of the columns of the profile of a `hub_user`. */
export const profileColumns = (user: string): string =>
  `${user}.email, ${user}.email_verified AS "emailVerified", ${user}.name`;

/** The address of a user as shown to others: empty if unverified, because it may belong to someone else. */
export const shownEmail = ({ email, emailVerified }: Pick<UserProfile, 'email' | 'emailVerified'>): string =>
  emailVerified ? email : '';

/** SQL of the same for a `hub_user`. */
export const shownEmailOf = (user: string): string =>
  `CASE WHEN ${user}.email_verified THEN ${user}.email ELSE '' END`;

/** The address in details of platform events, which mark an unverified one. */
export const addressDetails = ({ email, emailVerified }: Pick<UserProfile, 'email' | 'emailVerified'>) =>
  emailVerified || email === '' ? { email } : { email, email_verified: false };
