/** The recorded identity of a user, as described by the identity provider. */
export interface UserProfile {
  readonly email: string;
  /**
   * Whether the provider has verified `email`; addresses typed by administrators or claimed by users are not verified.
   */
  readonly emailVerified: boolean;
  readonly name: string;
}

/** The address of a user as shown to others: empty if unverified, because it may belong to someone else. */
export const shownEmail = ({ email, emailVerified }: Omit<UserProfile, 'name'>): string =>
  emailVerified ? email : '';

/** SQL of the same for a `hub_user`. */
export const shownEmailOf = (user: string): string =>
  `CASE WHEN ${user}.email_verified THEN ${user}.email ELSE '' END`;
