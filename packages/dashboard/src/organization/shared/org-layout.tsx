import { Outlet, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import type { Permission, Role } from '../../api/catalogs.gen.ts';
import { ROLE_NAMES } from '../../domain/labels.ts';
import { Refusal } from '../../layout/error-page.tsx';
import '../organization.css';
import { OutcomeArea } from '../../ui/outcome.tsx';
import { Sidebar, type Destination } from '../../ui/sidebar.tsx';
import { Notice } from '../../ui/state.tsx';
import { useOrg, type Org } from './org.queries.ts';

interface OrgPage extends Destination {
  /** What the reader's role must allow. */
  readonly needs: Permission;
}

const GROUPS: readonly (readonly [title: string, pages: readonly OrgPage[]])[] = [
  [
    'Security',
    [
      { to: '/orgs/$org', name: 'Overview', needs: 'mcp:read', isExact: true },
      { to: '/orgs/$org/mcps', name: 'MCPs', needs: 'mcp:read' },
      { to: '/orgs/$org/findings', name: 'Findings', needs: 'mcp:read' },
      { to: '/orgs/$org/suppressions', name: 'Suppressions', needs: 'mcp:read' },
      { to: '/orgs/$org/compliance', name: 'Compliance', needs: 'mcp:read' },
      { to: '/orgs/$org/controls', name: 'Controls', needs: 'mcp:read' },
    ],
  ],
  [
    'Gate',
    [
      { to: '/orgs/$org/policies', name: 'Policies', needs: 'policy:read' },
      { to: '/orgs/$org/evaluations', name: 'Evaluations', needs: 'policy:read' },
      { to: '/orgs/$org/client-lists', name: 'Client lists', needs: 'policy:read' },
      { to: '/orgs/$org/launch', name: 'Launch settings', needs: 'policy:read' },
    ],
  ],
  [
    'People',
    [
      { to: '/orgs/$org/members', name: 'Members', needs: 'org:read' },
      { to: '/orgs/$org/invitations', name: 'Invitations', needs: 'member:invite' },
      { to: '/orgs/$org/areas', name: 'Areas', needs: 'area:read' },
      { to: '/orgs/$org/roles', name: 'Roles', needs: 'org:read' },
    ],
  ],
  [
    'Automation',
    [
      { to: '/orgs/$org/tokens', name: 'Service tokens', needs: 'token:write' },
      { to: '/orgs/$org/webhooks', name: 'Webhooks', needs: 'org:edit' },
      { to: '/orgs/$org/reports', name: 'Reports', needs: 'report:read' },
    ],
  ],
  [
    'Organization',
    [
      { to: '/orgs/$org/settings', name: 'Settings', needs: 'org:read' },
      { to: '/orgs/$org/audit', name: 'Audit trail', needs: 'audit:read' },
    ],
  ],
];

/** The pages of an organization, with their navigation at the side. */
export function OrgLayout() {
  const org = useOrg();
  const groups = GROUPS.map(
    ([title, pages]) => [title, pages.filter(({ needs }) => org.can(needs))] as const,
  );
  return (
    <div className="with-sidebar">
      <Sidebar
        label={`Pages of ${org.view.display_name}`}
        title={org.view.display_name}
        groups={groups.filter(([, pages]) => pages.length > 0)}
        params={{ org: org.slug }}
      />
      <OutcomeArea>
        <LoadingBar />
        <RoleNotice key={org.id} role={org.role} />
        <Shown org={org} />
      </OutcomeArea>
    </div>
  );
}

/** Pages that have no place in the navigation, and need more than the page above them. */
const FORMS: readonly OrgPage[] = [
  { to: '/orgs/$org/policies/new', name: 'New policy', needs: 'policy:write' },
];

/** The page, if the reader's role still allows it: a form that they may not send is not shown. */
function Shown({ org }: { readonly org: Org }) {
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath ?? '' });
  const shown = [...FORMS, ...GROUPS.flatMap(([, pages]) => pages.toReversed())].find(
    ({ to, isExact = false }) => path === to || (!isExact && path.startsWith(`${to}/`)) || path === `${to}/`,
  );
  return shown === undefined || org.can(shown.needs) ? (
    <Outlet />
  ) : (
    <Refusal>{`Your role, ${ROLE_NAMES[org.role].toLowerCase()}, does not allow it.`}</Refusal>
  );
}

/** Says that the reader's role has changed since the page was opened, and with it what the page offers. */
function RoleNotice({ role }: { readonly role: Role }) {
  const [opened] = useState(role);
  if (opened === role) return null;
  return (
    <Notice kind="warn">
      Your role in this organization is now {ROLE_NAMES[role].toLowerCase()}. What needs another role is not
      shown any more.
    </Notice>
  );
}

/** A bar at the top while the next page or filter loads. */
function LoadingBar() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return isLoading ? <div className="loading-bar" aria-hidden="true" /> : null;
}
