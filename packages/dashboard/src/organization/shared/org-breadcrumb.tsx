import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { AppLink } from '../../ui/button.tsx';
import { useOrg } from './org.queries.ts';

/** A link to the page of the organization above the current one. */
export function OrgBreadcrumb({ to, name }: { readonly to: string; readonly name: string }) {
  const { slug } = useOrg();
  return (
    <Breadcrumbs>
      <AppLink to={to} params={{ org: slug }}>
        {name}
      </AppLink>
    </Breadcrumbs>
  );
}
