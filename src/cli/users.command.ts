import { Command } from 'commander';
import { ApiError } from '../common/errors/api-error.js';
import { loadCommandConfig } from './load-command-config.js';
import { LocalUsersService } from '../auth/local-users/local-users.service.js';
import { print, withServices } from './command-context.js';
import { choosePassword } from './password-input.js';

interface PasswordOptions {
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

const setDisabled = (username: string, disabled: boolean): Promise<void> =>
  withServices(async (services) => {
    await services.get(LocalUsersService).setDisabled(username, disabled);
    print(`${username} is ${disabled ? 'disabled: nothing they hold works any more' : 'enabled'}`);
  });

async function setPassword(username: string, { passwordStdin = false }: PasswordOptions): Promise<void> {
  const { password, generated } = await choosePassword(passwordStdin);
  await withServices(async (services) => {
    await services.get(LocalUsersService).setPassword(username, password);
    print(`changed the password of ${username}`);
    if (generated) print(`password (shown this once): ${password}`);
    print(HELD_ALREADY);
  });
}

/** `users …`: the users whom the registry keeps itself. */
export function usersCommand(): Command {
  const users = new Command('users').description('manage local users (oss mode)');
  users.hook('preAction', () => {
    if (loadCommandConfig().auth.mode === 'oss') return;
    throw new ApiError('not_implemented', 'in enterprise mode the identity provider keeps the users');
  });

  users
    .command('add <username>')
    .description('add a user; prints the password when it is generated')
    .option('--email <address>', 'e-mail address')
    .option('--admin', 'administrator of the whole registry')
    .option(...PASSWORD_STDIN)
    .action(async (username: string, options: AddOptions) => {
      const { password, generated } = await choosePassword(options.passwordStdin ?? false);
      await withServices(
        async (services) => {
          const { email, admin } = options;
          const users = services.get(LocalUsersService);
          await users.add({ username, password, email, registryAdmin: admin });
          print(`added ${username}`);
          if (generated) print(`password (shown this once): ${password}`);
          // The server makes one at its first start only when there is no user at all.
          if (!(await users.hasAdministrator()))
            print('note: no user is an administrator; add one with --admin');
        },
        { begins: true },
      );
    });

  users
    .command('list')
    .description('list users')
    .action(() =>
      withServices(async (services) => {
        for await (const user of services.get(LocalUsersService).list()) {
          const notes = [user.registryAdmin && 'administrator', user.disabledAt !== null && 'disabled'];
          print([user.username, user.email ?? '-', ...notes.filter((note) => note !== false)].join('\t'));
        }
      }),
    );

  users
    .command('passwd <username>')
    .description('set a new password')
    .option(...PASSWORD_STDIN)
    .action(setPassword);

  users
    .command('disable <username>')
    .description('end all access of a user at once')
    .action((username: string) => setDisabled(username, true));

  users
    .command('enable <username>')
    .description('give a disabled user access again')
    .action((username: string) => setDisabled(username, false));

  return users;
}
