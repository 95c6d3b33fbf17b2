import { Time } from '../../ui/time.tsx';
import type { Policy } from './policies.queries.ts';
import { environmentsText, PolicyRule } from './policy-rule.tsx';

/** A policy for readers who may not change it. */
export function PolicyView({ policy }: { readonly policy: Policy }) {
  return (
    <section className="card" aria-label="Policy">
      <dl className="pairs">
        <dt>What it does</dt>
        <dd>
          <PolicyRule policy={policy} />
        </dd>
        <dt>Priority</dt>
        <dd>{policy.priority}</dd>
        <dt>Environments</dt>
        <dd>{environmentsText(policy.environments)}</dd>
        <dt>State</dt>
        <dd>{policy.enabled ? 'enabled' : 'disabled'}</dd>
        {policy.reason === null ? null : (
          <>
            <dt>Reason</dt>
            <dd>{policy.reason}</dd>
          </>
        )}
        {policy.expires_at === null ? null : (
          <>
            <dt>Ends</dt>
            <dd>
              <Time at={policy.expires_at} exact />
            </dd>
          </>
        )}
        <dt>Changed</dt>
        <dd>
          <Time at={policy.updated_at} />
        </dd>
      </dl>
    </section>
  );
}
