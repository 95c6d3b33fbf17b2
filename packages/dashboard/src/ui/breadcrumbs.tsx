import { Children, type ReactNode } from 'react';

/** Where a page is: links to the pages above it, and its own name if the heading does not follow at once. */
export function Breadcrumbs({
  children,
  current,
}: {
  readonly children: ReactNode;
  readonly current?: string;
}) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="plain breadcrumbs">
        {Children.map(children, (link) => (
          <li>{link}</li>
        ))}
        {current === undefined ? null : <li aria-current="page">{current}</li>}
      </ol>
    </nav>
  );
}
