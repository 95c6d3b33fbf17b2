import { useEffect, useRef, type ReactNode } from 'react';

interface StateProps {
  readonly title: string;
  /** 1 for a whole page, 2 within a page. */
  readonly level?: 1 | 2;
  readonly children?: ReactNode;
}

/** An empty or error state: what happened, and what to do next. */
export function State({ title, level = 2, children }: StateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="state">
      {level === 1 ? <DocumentTitle title={title} /> : null}
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

/** Sets the title of the browser's window. */
function DocumentTitle({ title }: { readonly title: string }) {
  return <title>{`${title} · mcp-hub`}</title>;
}

/** The heading of a page, which gets the focus after a navigation so that screen readers announce it. */
export function PageHeader({
  title,
  windowTitle = title,
  lead,
  actions,
  above,
}: {
  readonly title: string;
  /** Title of the browser's window, where pages with the same heading differ. */
  readonly windowTitle?: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** Breadcrumbs. */
  readonly above?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Not at the first load, where the browser starts at the top anyway.
    if (document.activeElement === document.body && history.length > 1)
      heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <header className="page-header">
      <DocumentTitle title={windowTitle} />
      <div>
        {above}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead === undefined ? null : <p>{lead}</p>}
      </div>
      {actions === undefined ? null : <div className="row">{actions}</div>}
    </header>
  );
}

/** A note that stands out: information, success, warning or error. */
export function Notice({
  kind = 'info',
  children,
}: {
  readonly kind?: 'info' | 'good' | 'warn' | 'bad';
  readonly children: ReactNode;
}) {
  return (
    <div className={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <div>{children}</div>
    </div>
  );
}
