import { SEVERITIES } from '../api/catalogs.gen.ts';
import type { components } from '../api/hub.js';
import { Badge } from '../ui/badge.tsx';

/** Severity of a finding, in words. */
export const SeverityBadge = ({ severity }: { readonly severity: string }) => (
  <Badge tone={SEVERITIES.find((known) => known === severity) ?? 'neutral'}>{severity}</Badge>
);

/** The tone of a score from 0 to 100. */
export const scoreTone = (score: number): 'good' | 'medium' | 'bad' =>
  score >= 80 ? 'good' : score >= 60 ? 'medium' : 'bad';

/** A score from 0 to 100; null if there is none. */
export function Score({ score }: { readonly score: number | null | undefined }) {
  if (score === null || score === undefined) {
    return (
      <span className="score none" role="img" aria-label="no score yet">
        –
      </span>
    );
  }
  return (
    <span className={`score ${scoreTone(score)}`} role="img" aria-label={`score ${score} of 100`}>
      {score}
    </span>
  );
}

/** Certification level of a version, 0 to 3. */
export function LevelBadge({ level }: { readonly level: number | null | undefined }) {
  if (level === null || level === undefined) return <Badge>not analyzed</Badge>;
  return level === 0 ? (
    <Badge tone="bad">not certified</Badge>
  ) : (
    <Badge tone="good">{`level ${level}`}</Badge>
  );
}

/** What a reader has to know about an MCP beside its name: who vouches for it, and that others do not see it. */
export const McpMarks = ({
  mcp: { origin, visibility },
}: {
  readonly mcp: Pick<components['schemas']['McpItem'], 'origin' | 'visibility'>;
}) => (
  <>
    {origin === 'community' ? null : <Badge tone="brand">{origin}</Badge>}
    {visibility === 'private' ? <Badge>private</Badge> : null}
  </>
);
