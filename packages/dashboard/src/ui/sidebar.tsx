import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { AppLink } from './button.tsx';

/** A page in the navigation at the side. */
export interface Destination {
  readonly to: string;
  readonly name: string;
  /** Whether the pages below it are others. */
  readonly isExact?: boolean;
}

interface SidebarProps {
  readonly label: string;
  readonly title?: string;
  readonly groups: readonly (readonly [title: string, pages: readonly Destination[]])[];
  /** Parameters of all addresses. */
  readonly params?: Readonly<Record<string, string>>;
}

/** A navigation at the side, on narrow screens a row, which scrolls to the link of the current page. */
export function Sidebar({ label, title, groups, params = {} }: SidebarProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const sidebar = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = sidebar.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (sidebar.current === null || !current) return;
    sidebar.current.scrollLeft = current.offsetLeft - (sidebar.current.clientWidth - current.offsetWidth) / 2;
    sidebar.current.scrollTop = current.offsetTop - (sidebar.current.clientHeight - current.offsetHeight) / 2;
  }, [path]);
  return (
    <nav ref={sidebar} className="sidebar" aria-label={label}>
      {title === undefined ? null : <p className="sidebar-title">{title}</p>}
      {groups.map(([group, pages]) => (
        <div key={group}>
          <h2>{group}</h2>
          <ul className="plain">
            {pages.map(({ to, name, isExact = false }) => (
              <li key={to}>
                <AppLink to={to} params={params} activeOptions={{ exact: isExact, includeSearch: false }}>
                  {name}
                </AppLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
