import { Outlet } from '@tanstack/react-router';
import { Refusal } from '../layout/error-page.tsx';
import { useMe } from '../session/session.ts';
import { AppLink } from '../ui/button.tsx';
import { useSidebar } from '../ui/sidebar.ts';
import './admin.css';

const GROUPS = [
  [
    'Platform',
    [
      ['/admin', 'Overview'],
      ['/admin/users', 'Users'],
      ['/admin/orgs', 'Organizations'],
      ['/admin/audit', 'Audit'],
    ],
  ],
  [
    'Catalog',
    [
      ['/admin/mcps', 'MCPs'],
      ['/admin/categories', 'Categories'],
      ['/admin/tags', 'Tags'],
    ],
  ],
  [
    'Analysis',
    [
      ['/admin/jobs', 'Jobs'],
      ['/admin/advisories', 'Advisories'],
    ],
  ],
] as const;

/** The administration's pages beside their navigation. */
export function AdminLayout() {
  const sidebar = useSidebar();
  const isAllowed = useMe()?.role === 'PLATFORM_ADMIN';
  if (!isAllowed) return <Refusal>These pages are for administrators of the platform.</Refusal>;
  return (
    <div className="with-sidebar">
      <nav ref={sidebar} className="sidebar" aria-label="Administration">
        {GROUPS.map(([group, pages]) => (
          <div key={group}>
            <h2>{group}</h2>
            <ul className="plain">
              {pages.map(([path, name]) => (
                <li key={path}>
                  <AppLink to={path} activeOptions={{ exact: path === '/admin', includeSearch: false }}>
                    {name}
                  </AppLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Outlet />
    </div>
  );
}
