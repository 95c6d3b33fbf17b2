import type { Command } from 'commander';
import { ApiError } from '../common/errors/api-error.js';
import { loadCommandConfig } from './load-command-config.js';
import { LocalUsersService } from '../access/local-users/local-users.service.js';
import { withServices } from './command-context.js';
import { jsonOption, printList, printResult, type OutputOptions } from './json-output.js';
import { print } from './print.js';
import { choosePassword, type PasswordChoice } from './password-input.js';

interface PasswordOptions extends OutputOptions {
  readonly passwordStdin?: boolean;
}

interface AddOptions extends PasswordOptions {
  readonly email?: string;
  readonly admin?: boolean;
}

const PASSWORD_STDIN = [
  '--password-stdin',
  'read the password from standard input instead of generating one',
] as const;

const HELD_ALREADY =
  'note: JWTs that are issued already stay valid for up to auth.oss.token_ttl, and API tokens until they expire; ' +
  '"users disable" ends them';

const SUSPENDED =
  'suspended or deleted in the hub: the registry refuses them, and only suspended users can be activated there';

const setDisabled = (username: string, disabled: boolean): Promise<void> =>
  withServices(async (services) => {
    const { suspended } = await services.get(LocalUsersService).setDisabled(username, disabled);
    const state = disabled ? 'disabled: their logins, JWTs and API tokens no longer work' : 'enabled';
    print(`${username} is ${state}${suspended && !disabled ? `, but ${SUSPENDED}` : ''}`);
  });

/** Prints a generated password, which is shown only once. */
const passwordLines = ({ password, generated }: PasswordChoice): string[] =>
  generated ? [`password (shown this once): ${password}`] : [];

const passwordValue = ({ password, generated }: PasswordChoice): object => (generated ? { password } : {});

async function setPassword(username: string, options: PasswordOptions): Promise<void> {
  const choice = await choosePassword(options.passwordStdin ?? false);
  await withServices(async (services) => {
    await services.get(LocalUsersService).setPassword(username, choice.password);
    printResult(options, { username, ...passwordValue(choice) }, [
      `changed the password of ${username}`,
      ...passwordLines(choice),
      HELD_ALREADY,
    ]);
  });
}

async function addUser(username: string, options: AddOptions): Promise<void> {
  const choice = await choosePassword(options.passwordStdin ?? false);
  const { password } = choice;
  await withServices(
    async (services) => {
      const { email, admin = false } = options;
      const users = services.get(LocalUsersService);
      await users.add({ username, password, email, registryAdmin: admin });
      // The server creates an administrator at its first start only if there are no users.
      const hasAdministrator = await users.hasAdministrator();
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
}): object => ({
  username: user.username,
  email: user.email,
  administrator: user.registryAdmin,
  disabled: (user.disabledAt ?? null) !== null,
  suspended: user.suspended ?? false,
});

/** Defines `users …`: administration of local users. */
export function defineUsers(users: Command): void {
  users.hook('preAction', () => {
    if (loadCommandConfig().auth.mode === 'oss') return;
    throw new ApiError('not_implemented', 'in enterprise mode the identity provider manages the users');
  });

  users
    .command('add <username>')
    .description('add a user; prints the password when it is generated')
    .option('--email <address>', 'e-mail address')
    .option('--admin', 'administrator of the whole registry')
    .option(...PASSWORD_STDIN)
    .addOption(jsonOption())
    .action(addUser);

  users
    .command('list')
    .description('list users')
    .addOption(jsonOption())
    .action((options: OutputOptions) =>
      withServices((services) =>
        printList(options, services.get(LocalUsersService).list(), {
          value: userValue,
          line: (user) => {
            const notes = [
              user.registryAdmin && 'administrator',
              user.disabledAt !== null && 'disabled',
              user.suspended && 'suspended or deleted in the hub',
            ];
            return [user.username, user.email ?? '-', ...notes.filter((note) => note !== false)].join('\t');
          },
        }),
      ),
    );

  users
    .command('passwd <username>')
    .description('set a new password')
    .option(...PASSWORD_STDIN)
    .addOption(jsonOption())
    .action(setPassword);

  users
    .command('disable <username>')
    .description('end all access of a user at once')
    .action((username: string) => setDisabled(username, true));

  users
    .command('enable <username>')
    .description('give a disabled user access again')
    .action((username: string) => setDisabled(username, false));
}
