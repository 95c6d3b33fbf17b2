import type { ReactNode } from 'react';

/** Where a page is; the last entry is the page itself. */
export function Crumbs({ children, current }: { readonly children: ReactNode; readonly current: string }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="plain breadcrumbs">
        <li>{children}</li>
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}
