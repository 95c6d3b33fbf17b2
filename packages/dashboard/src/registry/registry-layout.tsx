import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, type ErrorComponentProps } from '@tanstack/react-router';
import { ErrorPage } from '../layout/error-page.tsx';
import { AppLink } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { PageHeader } from '../ui/state.tsx';
import { isUnknownToRegistry } from './registry-client.ts';
import { accountQuery } from './registry.queries.ts';
import './registry.css';

const PAGES = [
  ['/registry', 'Packages'],
  ['/registry/members', 'Members'],
  ['/registry/tokens', 'API tokens'],
] as const;

/** The registry's pages below their navigation. */
export function RegistryLayout() {
  const { data: account } = useSuspenseQuery(accountQuery);
  return (
    <div className="stack wide">
      <div className="registry-bar">
        <nav className="tabs" aria-label="Registry">
          {PAGES.map(([path, name]) => (
            <AppLink
              key={path}
              to={path}
              activeOptions={{ exact: path === '/registry', includeSearch: false }}
            >
              {name}
            </AppLink>
          ))}
        </nav>
        <span className="soft small">{`Registry user ${account.username}`}</span>
      </div>
      <Outlet />
    </div>
  );
}

/** Explains why the registry's pages are not for this user, or shows any other error. */
export function RegistryError(props: ErrorComponentProps) {
  if (!isUnknownToRegistry(props.error)) return <ErrorPage {...props} />;
  return (
    <div className="stack wide">
      <PageHeader title="Registry" lead="You are signed in to the hub, but not as a user of the registry." />
      <section className="card stack" aria-labelledby="why">
        <h2 id="why">Whose registry is this?</h2>
        <p>
          The registry’s users are those of the identity provider. Programs use the registry with a token that
          the identity provider gives them; these pages work with the registry’s own users only.
        </p>
        <p>
          Where the registry keeps its own users, whoever runs the service adds you on the server, and
          administers packages and snapshots with the same command:
        </p>
        <Code
          label="Commands of the administrator"
          text={[
            'npm run -s cli -- users add alice --email alice@example.com',
            'npm run -s cli -- members add acme alice --role admin',
            'npm run -s cli -- members list acme',
          ].join('\n')}
        />
        <p>The packages that everybody may see are in the catalog of the hub.</p>
        <p>
          <AppLink to="/">Go to the catalog</AppLink>
        </p>
      </section>
    </div>
  );
}
