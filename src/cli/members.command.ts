import type { INestApplicationContext } from '@nestjs/common';
import { Option, type Command } from 'commander';
import { ROLES, type Role } from '../registry/organizations/memberships.repository.js';
import { MembershipsService } from '../registry/organizations/memberships.service.js';
import { notFound } from '../common/errors/api-error.js';
import { OperatorMembers } from '../hub/administration/operator-members/operator-members.service.js';
import { RegistryTrailReader } from '../hub/audit/registry-trail/registry-trail-reader.js';
import { withServices } from './command-context.js';
import { jsonOption, printList, type OutputOptions } from './json-output.js';
import { print, row } from './print.js';
import { READS, records } from './recording.js';

const IN_REGISTRY = {
  ended: 'no longer a member',
  none: 'was no member',
  kept: 'not changed',
  unknown: 'not changed, because its accounts are others; see members list',
} as const;

/** Defines `members …`: members of organizations. */
export function defineMembers(members: Command): void {
  records(members.command('list <org>'), READS)
    .description('list the members of an organization')
    .addOption(jsonOption())
    .action((org: string, options: OutputOptions) =>
      withServices(async (services) =>
        printList(options, await services.get(MembershipsService).list(org), {
          value: ({ username, role }) => ({ username, role }),
          line: ({ username, role }) => row([username, role]),
        }),
      ),
    );

  records(members.command('add <org> <username>'), {
    records: ['registry_member.added'],
    may: ['registry_organization.created'],
  })
    .description('add a user to an organization, which is created with its first member')
    .addOption(new Option('--role <role>', 'role in the organization').choices(ROLES).default('member'))
    .action((org: string, username: string, { role }: { role: Role }) =>
      withServices(async (services) => {
        await services.get(MembershipsService).add(org, username, role, 'operator');
        await services.get(RegistryTrailReader).read();
        print(`${username} is ${role} of ${org}`);
      }),
    );

  records(members.command('remove <org> <username>'), {
    one_of: ['registry_member.removed', 'member.removed'],
    may: ['invitation.revoked', 'registry_token.revoked'],
  })
    .description(
      'remove a member from an organization, in the hub and the registry, with the API tokens that name it',
    )
    .option('--keep-registry', 'remove the member only in the hub')
    .action((org: string, username: string, { keepRegistry = false }: { keepRegistry?: boolean }) =>
      withServices((services) => remove(services, org, username, keepRegistry)),
    );
}

/** Whom the hub's organization does not know is removed in the registry alone. */
async function remove(
  services: INestApplicationContext,
  org: string,
  username: string,
  keepRegistry: boolean,
): Promise<void> {
  const done = await services.get(OperatorMembers).remove(org, username, keepRegistry);
  if (done === undefined) {
    if (keepRegistry) throw notFound(`member ${username} of ${org} in the hub`);
    await services.get(MembershipsService).remove(org, username, 'operator');
    await services.get(RegistryTrailReader).read();
  }
  print(`${username} is no longer a member of ${org}`);
  if (done === undefined) return;
  const { registry, secrets, user_id: userId } = done.removed;
  print(
    `in the registry: ${IN_REGISTRY[registry.membership]}; ended tokens: ${registry.ended_tokens.length}`,
  );
  const lines = Object.entries(secrets).flatMap(
    ([kind, listed]: [string, readonly { id: string; name: string }[]]) =>
      listed.map(({ id, name }) => row([kind, id, name])),
  );
  if (lines.length === 0) return;
  print(
    `made or known by them; an owner replaces it with POST /api/v1/orgs/${done.orgId}/members/${userId}/secrets/rotate:`,
  );
  for (const line of lines) print(line);
}
