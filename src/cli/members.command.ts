import { Option, type Command } from 'commander';
import { ROLES, type Role } from '../registry/organizations/memberships.repository.js';
import { MembershipsService } from '../registry/organizations/memberships.service.js';
import { RegistryTrailReader } from '../hub/registry-trail/registry-trail-reader.js';
import { withServices } from './command-context.js';
import { jsonOption, printList, type OutputOptions } from './json-output.js';
import { print, row } from './print.js';
import { READS, records } from './recording.js';

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

  records(members.command('remove <org> <username>'), { records: ['registry_member.removed'] })
    .description('remove a member from an organization')
    .action((org: string, username: string) =>
      withServices(async (services) => {
        await services.get(MembershipsService).remove(org, username, 'operator');
        await services.get(RegistryTrailReader).read();
        print(`${username} is no longer a member of ${org}`);
      }),
    );
}
