import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { mcpNameOf } from '../domain/mcp-name.ts';
import { mayChangeMcps } from '../domain/roles.ts';
import { SignInButton } from '../layout/error-page.tsx';
import { useMe, type Me } from '../session/session.ts';
import { AppLink } from '../ui/button.tsx';
import { PageHeader, State } from '../ui/state.tsx';
import { AnalysisWatch } from './analysis-watch.tsx';
import { PushForm } from './push-form.tsx';
import { PushProgress } from './push-progress.tsx';
import { usePush } from './use-push.ts';
import './push.css';

const route = getRouteApi('/push');

/** Pushing a version from the browser, and watching its analysis until the result is there. */
export function PushPage() {
  const me = useMe();
  return (
    <div className="stack wide push">
      <PageHeader
        title="Push"
        lead="Send a version of your server. The hub analyzes it, and publishes it to the registry if it is good."
      />
      {me === null ? (
        <State title="Sign in to push">
          <p>Versions belong to an organization, so the hub has to know who you are.</p>
          <SignInButton />
        </State>
      ) : (
        <PushFor me={me} />
      )}
    </div>
  );
}

function PushFor({ me }: { readonly me: Me }) {
  const orgs = me.orgs.filter(({ role }) => mayChangeMcps(role));
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [round, setRound] = useState(0);
  if (orgs.length === 0) {
    return (
      <State title="No organization to push to">
        <p>
          {me.orgs.length === 0
            ? 'You are in no organization. Create one, or ask an administrator for an invitation.'
            : 'You are a member of your organizations, and pushing needs the role ADMIN. Ask one of their administrators.'}
        </p>
        <AppLink to="/orgs">Go to organizations</AppLink>
      </State>
    );
  }
  return (
    <PushRound
      key={round}
      slugs={orgs.map(({ slug }) => slug)}
      search={search}
      onAgain={([org, name]) => {
        void navigate({ search: { org, name }, replace: true });
        setRound(round + 1);
      }}
    />
  );
}

/** A push from the form to the result. */
function PushRound({
  slugs,
  search,
  onAgain,
}: {
  readonly slugs: readonly string[];
  readonly search: { readonly org?: string; readonly name?: string };
  readonly onAgain: (name: readonly [org: string, name: string]) => void;
}) {
  const { state, start, cancel } = usePush();
  if (state.kind === 'pushed') {
    const { owner, slug } = mcpNameOf(state.push.name);
    return <AnalysisWatch push={state.push} ids={state.ids} onAgain={() => onAgain([owner, slug])} />;
  }
  return (
    <>
      <PushForm
        slugs={slugs}
        search={search}
        isPending={state.kind === 'pushing'}
        failure={state.kind === 'failed' ? state.failure : undefined}
        onPush={start}
      />
      {state.kind === 'pushing' ? (
        <PushProgress step={state.step} size={state.push.file.size} onCancel={cancel} />
      ) : null}
    </>
  );
}
