import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/** A navigation at the side, on narrow screens a row, which scrolls to the link of the current page. */
export function useSidebar(): RefObject<HTMLElement | null> {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const sidebar = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = sidebar.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (sidebar.current === null || !current) return;
    sidebar.current.scrollLeft = current.offsetLeft - (sidebar.current.clientWidth - current.offsetWidth) / 2;
    sidebar.current.scrollTop = current.offsetTop - (sidebar.current.clientHeight - current.offsetHeight) / 2;
  }, [path]);
  return sidebar;
}
