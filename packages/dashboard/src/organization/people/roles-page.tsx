import { useSuspenseQuery } from '@tanstack/react-query';
import type { Permission } from '../../api/catalogs.gen.ts';
import { ROLE_NAMES } from '../../domain/labels.ts';
import { optionsOf, type Names, type Option } from '../../ui/labels.tsx';
import { PageHeader } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { rolesQuery, useOrg } from '../shared/org.queries.ts';

const PERMISSION_NAMES: Names<Permission> = {
  'org:read': 'See the organization and its members',
  'org:edit': 'Change names, retention and webhooks; create areas',
  'org:delete': 'Delete the organization',
  'org:billing': 'Change the plan',
  'member:invite': 'Invite people',
  'member:manage': 'Change roles, remove members',
  'mcp:read': 'See MCPs, findings and controls',
  'mcp:write': 'Push versions, suppress findings',
  'policy:read': 'See policies, evaluations and client lists',
  'policy:write': 'Change policies, client lists and launch settings',
  'token:write': 'Create and revoke service tokens',
  'report:read': 'Read reports',
  'report:create': 'Order and schedule reports',
  'audit:read': 'Read the audit trail',
  'area:read': 'See areas',
  'area:write': 'Change areas and their members',
};

/** What each role may do; the same in every organization. */
export function RolesPage() {
  const org = useOrg();
  const { data } = useSuspenseQuery(rolesQuery(org.id));
  return (
    <div className="stack wide">
      <PageHeader
        title="Roles"
        lead={`What each role may do. They are the same in every organization. You are ${ROLE_NAMES[org.role].toLowerCase()} here.`}
      />
      <section className="card flush" aria-label="Roles">
        <Table
          caption="Permissions of each role"
          rows={optionsOf(PERMISSION_NAMES)}
          keyOf={([permission]) => permission}
          columns={[
            {
              name: 'Permission',
              cell: ([permission, text]) => (
                <div className="stack tight">
                  <span>{text}</span>
                  <code className="soft">{permission}</code>
                </div>
              ),
            },
            ...data.roles.map((role) => ({
              name: ROLE_NAMES[role.name],
              cell: ([permission]: Option<Permission>) =>
                role.permissions.includes(permission) ? (
                  <span className="yes">
                    <span aria-hidden="true">✓ </span>yes
                  </span>
                ) : (
                  <span className="soft">no</span>
                ),
            })),
          ]}
        />
      </section>
    </div>
  );
}
