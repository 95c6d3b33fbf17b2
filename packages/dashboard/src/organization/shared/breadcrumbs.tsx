import { AppLink } from '../../ui/button.tsx';
import { useOrg } from './org.queries.ts';

/** Links to the pages of the organization above the current one. */
export function Breadcrumbs({ items }: { readonly items: readonly (readonly [to: string, name: string])[] }) {
  const { slug } = useOrg();
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="plain breadcrumbs">
        {items.map(([to, name]) => (
          <li key={to}>
            <AppLink to={to} params={{ org: slug }}>
              {name}
            </AppLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}
