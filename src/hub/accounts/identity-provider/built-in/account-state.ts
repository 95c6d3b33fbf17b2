import type { LocalAccount } from '../../../../auth/local-users/local-users.service.js';

const PASSWORD = 'pwd';
const PREFIX = 'credentials:';

/**
 * The authentication methods (`amr`) of a login with a password. The provider keeps them with the code and the refresh token of
 * the login, so that they say which password it was.
 */
export const passwordMethods = ({ credentials }: Pick<LocalAccount, 'credentials'>): string[] => [
  PASSWORD,
  `${PREFIX}${credentials}`,
];

/**
 * Whether the credentials of an account have not ended since a login. Codes and refresh tokens of older servers have no version;
 * they end with the first change.
 */
export function isCurrentLogin(
  methods: readonly string[],
  { credentials }: Pick<LocalAccount, 'credentials'>,
): boolean {
  const version = methods.find((method) => method.startsWith(PREFIX))?.slice(PREFIX.length) ?? '0';
  return version === String(credentials);
}
