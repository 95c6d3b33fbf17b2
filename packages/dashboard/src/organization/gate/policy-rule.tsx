import { ValueBadge, type Labels } from '../../ui/labels.tsx';
import type { Policy } from './policies.queries.ts';
import { matchedServers } from './policy-targets.ts';

const ACTION_LABELS: Labels<Policy['action']> = {
  DENY: ['denies', 'bad'],
  WARN: ['warns about', 'warn'],
  ALLOW: ['allows', 'good'],
};

/** What a policy does, in words. */
export const PolicyRule = ({
  policy: { action, target_type: target, target_value: value },
}: {
  readonly policy: Readonly<Record<'action' | 'target_type' | 'target_value', string>>;
}) => (
  <span>
    <ValueBadge labels={ACTION_LABELS} value={action} /> {matchedServers(target, value)}
  </span>
);

/** The environments of a policy in words. */
export const environmentsText = (environments: readonly string[]): string =>
  environments.length === 0 ? 'all' : environments.join(', ');
