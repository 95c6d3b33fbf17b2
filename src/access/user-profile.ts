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
