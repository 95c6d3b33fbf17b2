import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/count.ts';
import { Failure } from '../../ui/failure.tsx';
import { Notice } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { useAction } from '../../ui/use-action.ts';
import { verifyAudit } from './audit.queries.ts';

/** Checks that no event of the platform's trail was changed or removed. */
export function Verification() {
  const verify = useAction({ run: verifyAudit, changes: [] });
  const result = verify.data;
  return (
    <section className="card stack tight" aria-labelledby="verification">
      <h2 id="verification">Verification</h2>
      <p className="soft">Every event is chained to the one before, so that changes and gaps show.</p>
      <div className="form-actions">
        <Button look="secondary" isPending={verify.isPending} onPress={() => verify.mutate(false)}>
          Verify the trail
        </Button>
        <Button look="plain" isDisabled={verify.isPending} onPress={() => verify.mutate(true)}>
          Verify from the first event
        </Button>
      </div>
      <Failure error={verify.error} />
      {result === undefined ? null : result.valid ? (
        <Notice kind="good">
          {`The trail is valid: ${count(result.events)} events are as they were recorded. Hash of the last: `}
          <code>{result.last_hash}</code>
          {result.complete_since === undefined ? null : (
            <>
              {' '}
              Verified completely since <Time at={result.complete_since} exact />.
            </>
          )}
        </Notice>
      ) : (
        <Notice kind="bad">
          {`The trail is broken at event ${result.broken_at?.position ?? 'unknown'} (${result.broken_at?.reason ?? 'unknown'}). ${count(result.events)} events before are as they were recorded.`}
        </Notice>
      )}
    </section>
  );
}
