import { Option, type Command } from 'commander';
import { badRequest } from '../common/errors/api-error.js';
import { AccountLookup } from '../hub/administration/account-credentials/account-lookup.js';
import { OperatorAccounts } from '../hub/administration/account-credentials/operator-accounts.service.js';
import {
  filterOf,
  OperatorTokens,
} from '../hub/administration/token-administration/operator-tokens.service.js';
import {
  TOKEN_KINDS,
  type ListedApiToken,
  type TokenKind,
} from '../hub/administration/token-administration/tokens.read-model.js';
import { withServices } from './command-context.js';
import { jsonOption, printList, type OutputOptions } from './json-output.js';
import { print, row } from './print.js';
import { READS, records } from './recording.js';

interface ListOptions extends OutputOptions {
  readonly user?: string;
  readonly org?: string;
  readonly kind?: TokenKind;
}

const tokenValue = (token: ListedApiToken): object => ({
  id: token.id,
  kind: token.kind,
  name: token.name,
  owner: token.owner,
  user_id: token.userId,
  org: token.org,
  scopes: token.scopes,
  resources: token.resources,
  created_at: token.createdAt.toISOString(),
  expires_at: token.expiresAt.toISOString(),
  last_used_at: token.lastUsedAt?.toISOString() ?? null,
});

const list = (options: ListOptions): Promise<void> =>
  withServices(async (services) => {
    const { user, org, kind } = options;
    const owner = user === undefined ? {} : filterOf(await services.get(AccountLookup).find(user));
    await printList(options, services.get(OperatorTokens).all({ ...owner, org, kind }), {
      value: tokenValue,
      line: (token) =>
        row([
          token.id,
          token.kind,
          token.owner === '' ? '-' : token.owner,
          token.org ?? '-',
          token.expiresAt.toISOString(),
          token.name,
        ]),
    });
  });

async function revoke(id: string | undefined, { user }: { readonly user?: string }): Promise<void> {
  if ((id === undefined) === (user === undefined)) {
    throw badRequest('the token', 'must be given by its id, or all of a user with --user');
  }
  await withServices(async (services) => {
    if (user !== undefined) {
      const { registry, service } = await services.get(OperatorAccounts).revokeTokens(user);
      print(`revoked ${registry} tokens of the registry and ${service} service tokens of ${user}`);
      return;
    }
    await services.get(OperatorTokens).revoke(id ?? '');
    print(`revoked ${id}`);
  });
}

/** Defines `tokens …`: administration of the API tokens of the registry and the service tokens of organizations. */
export function defineTokens(tokens: Command): void {
  records(tokens.command('list'), READS)
    .description('list the valid API tokens of both kinds, newest first')
    .option('--user <user>', 'those that a user owns or created: by name, id, subject or verified address')
    .option('--org <slug>', 'service tokens of an organization')
    .addOption(
      new Option('--kind <kind>', 'of the registry, or service tokens of organizations').choices(TOKEN_KINDS),
    )
    .addOption(jsonOption())
    .action(list);

  records(tokens.command('revoke [id]'), {
    one_of: ['registry_token.revoked', 'token.revoked', 'user.registry_tokens_revoked'],
  })
    .description('revoke a token with those that it created, or all tokens of a user')
    .option('--user <user>', 'all tokens that a user owns or created')
    .action(revoke);
}
