import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { useMe } from '../session/session.ts';
import { Notice, PageHeader } from '../ui/state.tsx';
import { check } from './check.queries.ts';
import { CheckForm } from './check-form.tsx';
import { CheckResults } from './check-results.tsx';
import './check.css';

const route = getRouteApi('/check');

/** Verdicts on the servers of a configuration, or on names: of an organization's policies, or of the catalog. */
export function CheckPage() {
  const me = useMe();
  const { org: slug, environment = 'production' } = route.useSearch();
  const navigate = route.useNavigate();
  const org = me?.orgs.find((each) => each.slug === slug);
  const [text, setText] = useState('');
  const [fileName, setFileName] = useState('');
  const { mutate, data, error, isPending, reset } = useMutation({ mutationFn: check });
  const failure = error instanceof ApiFailure ? error : undefined;
  return (
    <div className="stack wide check">
      <PageHeader
        title="Check"
        lead="Which servers does a configuration start, and what is known of them? Nothing that you paste is stored."
      />
      <CheckForm
        text={text}
        onText={(next) => {
          setText(next);
          if (error !== null) reset();
        }}
        fileName={fileName}
        onFileName={(next) => {
          setFileName(next);
          if (error !== null) reset();
        }}
        orgs={me?.orgs ?? []}
        orgSlug={org?.slug}
        environment={environment}
        onScope={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        error={failure?.status === 400 ? explained(failure.message) : undefined}
        isPending={isPending}
        onCheck={() =>
          mutate({
            text,
            environment,
            ...(fileName !== '' && { fileName }),
            ...(org !== undefined && { orgId: org.id }),
          })
        }
      />
      {error === null || failure?.status === 400 ? null : <CheckFailure failure={failure} />}
      {data === undefined ? null : (
        <section aria-label="Result">
          <CheckResults result={data} isSignedIn={me !== null} />
        </section>
      )}
    </div>
  );
}

/** The message with the field as the form shows it, and the line without the name of the file. */
const explained = (message: string): string =>
  message
    .replace(/^configuration (?:must )?/, (start) => (start.endsWith('must ') ? 'It must ' : 'It '))
    .replace(/^(It cannot be read: )[^\n]{1,300}?:(\d{1,9}):\d{1,9}: /, '$1line $2 ');

function CheckFailure({ failure }: { readonly failure: ApiFailure | undefined }) {
  const text =
    failure?.code === 'enterprise_required'
      ? 'Policies need the Enterprise plan. Choose “the catalog” instead of an organization, or ask for the plan.'
      : `That did not work: ${failure?.message ?? 'the server sent something unexpected'}.`;
  return <Notice kind="bad">{text}</Notice>;
}
