import { useQuery } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import {
  Button as AriaButton,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  RouterProvider as AriaRouterProvider,
} from 'react-aria-components';
import { urlOf } from '../api/client.ts';
import { hasSessionEnded } from '../api/failure-text.ts';
import { meQuery, signInState, signInUrl, signOut, useMe, type Me } from '../session/session.ts';
import { AppLink, ButtonLink } from '../ui/button.tsx';
import { SignInAgain } from '../ui/failure.tsx';
import { Logo } from './logo.tsx';
import { ThemeButton } from './theme-button.tsx';

/** Pages of the main navigation for the reader. */
function destinationsOf(me: Me | null): (readonly [path: string, name: string])[] {
  return [
    ['/', 'Catalog'],
    ['/check', 'Check'],
    ...(me === null
      ? []
      : ([
          ['/push', 'Push'],
          ['/orgs', 'Organizations'],
          ['/registry', 'Registry'],
        ] as const)),
    ...(me?.role === 'PLATFORM_ADMIN' ? ([['/admin', 'Administration']] as const) : []),
  ];
}

/** Everything around a page: the bar with navigation and account, and the footer. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const me = useMe();
  const destinations = destinationsOf(me);
  const router = useRouter();
  return (
    <AriaRouterProvider navigate={(path) => void router.navigate({ to: path })} useHref={urlOf}>
      <div className="shell">
        <a className="button skip" href="#content" onClick={skipToContent}>
          Skip to the content
        </a>
        <header className="topbar">
          <div className="topbar-inner">
            <AppLink to="/" className="brand">
              <Logo />
              mcp-hub
            </AppLink>
            <nav className="wide" aria-label="Main">
              <ul className="plain">
                {destinations.map(([path, name]) => (
                  <li key={path}>
                    <AppLink to={path} activeOptions={{ exact: path === '/', includeSearch: false }}>
                      {name}
                    </AppLink>
                  </li>
                ))}
              </ul>
            </nav>
            <NarrowNavigation destinations={destinations} />
            <ThemeButton />
            {me === null ? <SignIn /> : <Account me={me} />}
          </div>
        </header>
        <SessionBanner />
        <main className="page" id="content" tabIndex={-1}>
          {children}
        </main>
        <footer className="footer">
          <div>
            <span>mcp-hub: which MCP servers may your agents run?</span>
            <a href={urlOf('/docs')}>API documentation</a>
          </div>
        </footer>
      </div>
    </AriaRouterProvider>
  );
}

/** Says that the session has ended, above a page that stays as it is. */
function SessionBanner() {
  const { error } = useQuery(meQuery);
  if (!hasSessionEnded(error)) return null;
  return (
    <div className="session-banner" role="alert">
      Your session has ended. <SignInAgain />: this page stays as it is.
    </div>
  );
}

/** Not a plain link to the fragment, which would lead to the start page: the page has a base URL. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** The main navigation as a menu, where there is no room for a row of links. */
function NarrowNavigation({
  destinations,
}: {
  readonly destinations: readonly (readonly [string, string])[];
}) {
  return (
    <MenuTrigger>
      <AriaButton className="button secondary small menu-button">Menu</AriaButton>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label="Pages">
          {destinations.map(([path, name]) => (
            <PageItem key={path} path={path} name={name} />
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

const PageItem = ({ path, name }: { readonly path: string; readonly name: string }) => (
  <MenuItem className="menu-item" href={path}>
    {name}
  </MenuItem>
);

function SignIn() {
  const path = useRouterState({ select: ({ location }) => location.publicHref });
  if (signInState() !== 'possible') return null;
  return (
    <ButtonLink small href={signInUrl(path)}>
      Sign in
    </ButtonLink>
  );
}

function Account({ me }: { readonly me: Me }) {
  const name = me.name === '' ? me.email : me.name;
  return (
    <MenuTrigger>
      <AriaButton className="button secondary small" aria-label={`Account of ${name}`}>
        <span className="account-name">{name}</span>
      </AriaButton>
      <Popover className="popover" placement="bottom end">
        <Menu
          className="menu"
          aria-label="Account"
          onAction={(key) => (key === 'sign-out' ? void signOut() : undefined)}
        >
          <MenuItem className="menu-item" href="/invitations">
            My invitations
          </MenuItem>
          <MenuItem className="menu-item" href="/account">
            My account
          </MenuItem>
          <MenuItem className="menu-item" id="sign-out">
            Sign out
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
