import type { INestApplicationContext } from '@nestjs/common';
import { Option, type Command } from 'commander';
import { ApiError, badRequest } from '../common/errors/api-error.js';
import { loadCommandConfig } from './load-command-config.js';
import { LocalUsersService } from '../auth/local-users/local-users.service.js';
import type { EndingOptions } from '../hub/administration/account-credentials/account-credentials.service.js';
import { OperatorAccounts } from '../hub/administration/account-credentials/operator-accounts.service.js';
import { AccountLookup } from '../hub/administration/account-credentials/account-lookup.js';
import { OperatorRoles } from '../hub/administration/account-credentials/operator-roles.service.js';
import { OperatorTokens } from '../hub/administration/token-administration/operator-tokens.service.js';
import { withServices } from './command-context.js';
import { jsonOption, printList, printResult, type OutputOptions } from './json-output.js';
import { print, row } from './print.js';
import { choosePassword, type PasswordChoice } from './password-input.js';
import { READS, records } from './recording.js';

interface PasswordOptions extends OutputOptions {
  readonly passwordStdin?: boolean;
}

type NewPasswordOptions = PasswordOptions & EndingOptions;

interface AddOptions extends PasswordOptions {
  readonly email?: string;
  readonly admin?: boolean;
}

const PASSWORD_STDIN = [
  '--password-stdin',
  'read the password from standard input instead of generating one',
] as const;

const REVOKE_TOKENS = [
  '--revoke-tokens',
  'also revoke the API tokens that the user owns, and the service tokens that the user created',
] as const;

/** Says which API tokens an account still has. */
async function tokenLines(services: INestApplicationContext, username: string): Promise<string[]> {
  const account = await services.get(AccountLookup).find(username);
  const count = await services.get(OperatorTokens).countOf(account);
  return count === 0
    ? []
    : [
        `note: ${count} API token${count === 1 ? '' : 's'} of ${username} stay${count === 1 ? 's' : ''} valid; ` +
          '"tokens list --user" shows them, and --revoke-tokens ends them',
      ];
}

/** Recorded with the revocation of tokens. */
const TOKENS = ['token.revoked', 'user.registry_tokens_revoked'] as const;

const SUSPENDED =
  'suspended or deleted in the hub: the registry refuses them, and only suspended users can be activated there';

const ENDED = 'their sessions and JWTs have ended for good';

const disable = (username: string, options: EndingOptions): Promise<void> =>
  withServices(async (services) => {
    await services.get(OperatorAccounts).setDisabled(username, true, options);
    print(`${username} is disabled: their logins and API tokens no longer work, and ${ENDED}`);
  });

const enable = (username: string): Promise<void> =>
  withServices(async (services) => {
    const { suspended } = await services.get(OperatorAccounts).setDisabled(username, false);
    print(`${username} is enabled${suspended ? `, but ${SUSPENDED}` : ''}`);
    for (const line of await tokenLines(services, username)) print(line);
  });

const remove = (username: string, options: EndingOptions): Promise<void> =>
  withServices(async (services) => {
    await services.get(OperatorAccounts).remove(username, options);
    print(`${username} is deleted: their logins, JWTs, API tokens and memberships are gone`);
  });

const signOut = (username: string, options: EndingOptions & OutputOptions): Promise<void> =>
  withServices(async (services) => {
    const signedOut = await services.get(OperatorAccounts).signOut(username, options);
    const { sessions, registry_tokens, service_tokens } = signedOut;
    printResult(options, { username, sessions, registry_tokens, service_tokens }, [
      `${username} is signed out everywhere: ${ENDED}`,
      ...(await tokenLines(services, username)),
    ]);
  });

interface RoleOptions {
  readonly platform?: 'admin' | 'user';
  readonly registry?: 'admin' | 'user';
}

async function setRole(username: string, { platform, registry }: RoleOptions): Promise<void> {
  if (platform === undefined && registry === undefined) {
    throw badRequest('the role', 'must be given with --platform, --registry or both');
  }
  await withServices(async (services) => {
    await services.get(OperatorRoles).setRoles(username, {
      platform: platform && (platform === 'admin' ? 'PLATFORM_ADMIN' : 'USER'),
      registryAdmin: registry && registry === 'admin',
    });
    const roles = { 'the platform': platform, 'the whole registry': registry };
    for (const [what, role] of Object.entries(roles)) {
      if (role === 'admin') print(`${username} administers ${what} now`);
      else if (role === 'user') print(`${username} does not administer ${what} any more`);
    }
  });
}

/** Prints a generated password, which is shown only once. */
const passwordLines = ({ password, generated }: PasswordChoice): string[] =>
  generated ? [`password (shown this once): ${password}`] : [];

const passwordValue = ({ password, generated }: PasswordChoice): object => (generated ? { password } : {});

async function setPassword(username: string, options: NewPasswordOptions): Promise<void> {
  const choice = await choosePassword(options.passwordStdin ?? false);
  await withServices(async (services) => {
    await services.get(OperatorAccounts).setPassword(username, choice.password, options);
    printResult(options, { username, ...passwordValue(choice) }, [
      `changed the password of ${username}; ${ENDED}`,
      ...passwordLines(choice),
      ...(await tokenLines(services, username)),
    ]);
  });
}

async function addUser(username: string, options: AddOptions): Promise<void> {
  const choice = await choosePassword(options.passwordStdin ?? false);
  const { password } = choice;
  await withServices(
    async (services) => {
      const { email, admin = false } = options;
      await services.get(OperatorAccounts).add({ username, password, email, registryAdmin: admin });
      // The server creates an administrator at its first start only if there are no users.
      const hasAdministrator = await services.get(LocalUsersService).hasAdministrator();
      printResult(
        options,
        { ...userValue({ username, email: email ?? null, registryAdmin: admin }), ...passwordValue(choice) },
        [
          `added ${username}`,
          ...passwordLines(choice),
          ...(hasAdministrator ? [] : ['note: no user is an administrator; add one with --admin']),
        ],
      );
    },
    { createsDatabase: true },
  );
}

/** A user in the JSON output. */
const userValue = (user: {
  readonly username: string;
  readonly email: string | null;
  readonly registryAdmin: boolean;
  readonly disabledAt?: Date | null;
  readonly suspended?: boolean;
  readonly platformAdmin?: boolean;
}): object => ({
  username: user.username,
  email: user.email,
  administrator: user.registryAdmin,
  platform_administrator: user.platformAdmin ?? false,
  disabled: (user.disabledAt ?? null) !== null,
  suspended: user.suspended ?? false,
});

/** Commands about all users of the hub. */
const OF_ALL_MODES = ['sign-out', 'set-role'];

/** Defines `users …`: administration of local users. */
export function defineUsers(users: Command): void {
  users.hook('preAction', (_users, command) => {
    if (OF_ALL_MODES.includes(command.name()) || loadCommandConfig().auth.mode === 'oss') return;
    throw new ApiError('not_implemented', 'in enterprise mode the identity provider manages the users');
  });

  records(users.command('add <username>'), { records: ['user.created'] })
    .description('add a user; prints the password when it is generated')
    .option('--email <address>', 'e-mail address')
    .option('--admin', 'administrator of the whole registry')
    .option(...PASSWORD_STDIN)
    .addOption(jsonOption())
    .action(addUser);

  records(users.command('list'), READS)
    .description('list users')
    .addOption(jsonOption())
    .action((options: OutputOptions) =>
      withServices((services) =>
        printList(options, services.get(LocalUsersService).list(), {
          value: userValue,
          line: (user) => {
            const notes = [
              user.registryAdmin && 'administrator',
              user.platformAdmin && 'administrator of the platform',
              user.disabledAt !== null && 'disabled',
              user.suspended && 'suspended or deleted in the hub',
            ];
            return row([user.username, user.email ?? '-', ...notes.filter((note) => note !== false)]);
          },
        }),
      ),
    );

  records(users.command('passwd <username>'), { records: ['user.password_changed'], may: TOKENS })
    .description('set a new password, which ends all sessions and JWTs of the user')
    .option(...PASSWORD_STDIN)
    .option(...REVOKE_TOKENS)
    .addOption(jsonOption())
    .action(setPassword);

  defineAccess(users);
}

/** Commands that give and take access and roles. */
function defineAccess(users: Command): void {
  records(users.command('disable <username>'), { records: ['user.disabled'], may: TOKENS })
    .description('end all access of a user at once')
    .option(...REVOKE_TOKENS)
    .action(disable);

  records(users.command('remove <username>'), {
    records: ['user.deleted'],
    may: ['member.removed', ...TOKENS],
  })
    .description('delete a user, whose name is free then; the id stays in the audit trail')
    .option('--revoke-tokens', 'also revoke the service tokens that the user created')
    .action(remove);

  records(users.command('enable <username>'), { records: ['user.enabled'] })
    .description('give a disabled user access again; ended sessions and JWTs stay so')
    .action(enable);

  records(users.command('sign-out <user>'), { records: ['user.signed_out'], may: TOKENS })
    .description(
      'end all sessions and JWTs of a user, also of an identity provider: by name, id, subject or verified address',
    )
    .option(...REVOKE_TOKENS)
    .addOption(jsonOption())
    .action(signOut);

  const roles = ['admin', 'user'];
  records(users.command('set-role <user>'), { records: ['user.role_changed'] })
    .description('give or take the administration of the platform (the hub) and of the whole registry')
    .addOption(new Option('--platform <role>', 'role in the hub').choices(roles))
    .addOption(new Option('--registry <role>', 'role in the registry').choices(roles))
    .action(setRole);
}
