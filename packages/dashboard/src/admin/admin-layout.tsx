import { Outlet } from '@tanstack/react-router';
import { Refusal } from '../layout/error-page.tsx';
import { useMe } from '../session/session.ts';
import { Sidebar, type Destination } from '../ui/sidebar.tsx';
import './admin.css';

const GROUPS: readonly (readonly [title: string, pages: readonly Destination[]])[] = [
  [
    'Platform',
    [
      { to: '/admin', name: 'Overview', isExact: true },
      { to: '/admin/users', name: 'Users' },
      { to: '/admin/orgs', name: 'Organizations' },
      { to: '/admin/audit', name: 'Audit' },
    ],
  ],
  [
    'Catalog',
    [
      { to: '/admin/mcps', name: 'MCPs' },
      { to: '/admin/categories', name: 'Categories' },
      { to: '/admin/tags', name: 'Tags' },
    ],
  ],
  [
    'Analysis',
    [
      { to: '/admin/jobs', name: 'Jobs' },
      { to: '/admin/advisories', name: 'Advisories' },
    ],
  ],
];

/** The administration's pages beside their navigation. */
export function AdminLayout() {
  const isAllowed = useMe()?.role === 'PLATFORM_ADMIN';
  if (!isAllowed) return <Refusal>These pages are for administrators of the platform.</Refusal>;
  return (
    <div className="with-sidebar">
      <Sidebar label="Administration" groups={GROUPS} />
      <Outlet />
    </div>
  );
}
