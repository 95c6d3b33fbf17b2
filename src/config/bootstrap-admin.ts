import { EMAIL_RULE, isEmailAddress } from '../common/values/email-address.js';
import { isPassword, isUsername, PASSWORD_RULE, USERNAME_RULE } from '../common/values/credentials.js';
import { confidential, key, optional } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { matching } from './value-parsers.js';

export const BOOTSTRAP_ADMIN_KEYS = {
  bootstrap_admin_username: key(
    matching(isUsername, USERNAME_RULE),
    'admin',
    'First administrator, created when there is no user yet.',
  ),
  bootstrap_admin_password: confidential(
    optional(
      matching(isPassword, PASSWORD_RULE),
      'generated and printed once',
      'Password of the first administrator.',
    ),
  ),
  bootstrap_admin_email: key(
    matching(isEmailAddress, EMAIL_RULE),
    'admin@localhost',
    'E-mail address of the first administrator.',
  ),
};

/** The first administrator of the registry. */
export interface BootstrapAdminSettings {
  readonly username: string;
  /** Absent: a password is generated. */
  readonly password?: string;
  readonly email: string;
}

export function bootstrapAdminSettings(reader: ConfigReader): BootstrapAdminSettings {
  const { read } = reader.of(BOOTSTRAP_ADMIN_KEYS);
  const password = read('bootstrap_admin_password');
  return {
    username: read('bootstrap_admin_username'),
    ...(password !== undefined && { password }),
    email: read('bootstrap_admin_email'),
  };
}
