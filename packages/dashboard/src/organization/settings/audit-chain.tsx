import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../api/hub.js';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/count.ts';
import { Failure } from '../../ui/failure.tsx';
import type { Names } from '../../ui/labels.tsx';
import { Notice } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { useAction } from '../../ui/use-action.ts';
import { verificationQuery, verifyAudit } from './settings.queries.ts';

type Verification = components['schemas']['AuditVerification'];

const BREAKS: Names<NonNullable<Verification['broken_at']>['reason']> = {
  missing: 'there is no event',
  changed: 'the event is not the recorded one',
  unlinked: 'the event does not follow the one before',
  not_the_end: 'the chain ends with another event',
  outside: 'the chain has no such position',
};

/** The status of the hash chain of the audit trail, which can be verified from its start. */
export function AuditChain({ orgId }: { readonly orgId: string }) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery(verificationQuery(orgId));
  const verify = useAction({
    run: () => verifyAudit(orgId, true),
    changes: [],
    done: (verification) => queryClient.setQueryData(verificationQuery(orgId).queryKey, verification),
    success: ({ valid, events }) =>
      valid ? `All ${count(events)} events are as they were recorded.` : 'The chain is broken.',
  });
  const failure = verify.error ?? error;
  return (
    <section className="card stack chain" aria-label="Hash chain">
      <div className="row apart">
        <div className="row">
          {data === undefined ? (
            <span className="skeleton chain-wait" />
          ) : (
            <ChainStatus verification={data} />
          )}
        </div>
        <Button look="secondary" small isPending={verify.isPending} onPress={() => verify.mutate()}>
          {verify.isPending ? 'Verifying…' : 'Verify all events'}
        </Button>
      </div>
      {data?.last_hash === undefined ? null : (
        <p className="soft small">
          Last hash <code>{data.last_hash}</code>. Kept elsewhere, it proves later that the chain was not
          rewritten.
        </p>
      )}
      {data?.broken_at === undefined ? null : (
        <Notice kind="bad">
          At position {count(data.broken_at.position)}, {BREAKS[data.broken_at.reason]}. Tell whoever runs
          this service, and keep a copy of the database.
        </Notice>
      )}
      <Failure error={failure} />
    </section>
  );
}

function ChainStatus({ verification }: { readonly verification: Verification }) {
  const { valid, events, verified_from, complete_since } = verification;
  return (
    <>
      <Badge tone={valid ? 'good' : 'bad'}>{valid ? 'chain intact' : 'chain broken'}</Badge>
      <span>
        {count(events)} events as recorded
        {verified_from > 1 ? `, ${count(verified_from - 1)} of them verified earlier` : ''}
        {complete_since === undefined ? null : (
          <>
            {' '}
            (all read <Time at={complete_since} />)
          </>
        )}
      </span>
    </>
  );
}
