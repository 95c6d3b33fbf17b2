import type { ReactNode } from 'react';

/** Severity of a finding. */
export type Severity = 'critical' | 'high' | 'medium' | 'low';

/** Severities, worst first. */
export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low'];

/** Tone of a label. */
export type Tone = 'neutral' | 'brand' | 'good' | 'warn' | 'bad' | Severity;

/** A short label. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}) {
  return <span className={tone === 'neutral' ? 'badge' : `badge ${tone}`}>{children}</span>;
}

/** Severity of a finding, in words. */
export const SeverityBadge = ({ severity }: { readonly severity: string }) => (
  <Badge tone={SEVERITIES.includes(severity as Severity) ? (severity as Severity) : 'neutral'}>
    {severity}
  </Badge>
);

/** A score from 0 to 100; null if there is none. */
export function Score({ score }: { readonly score: number | null | undefined }) {
  if (score === null || score === undefined) {
    return (
      <span className="score none" role="img" aria-label="no score yet">
        –
      </span>
    );
  }
  const tone = score >= 80 ? 'good' : score >= 60 ? 'medium' : 'bad';
  return (
    <span className={`score ${tone}`} role="img" aria-label={`score ${score} of 100`}>
      {score}
    </span>
  );
}

/** Certification level of a version, 0 to 3. */
export function Level({ level }: { readonly level: number | null | undefined }) {
  if (level === null || level === undefined) return <Badge>not analyzed</Badge>;
  return level === 0 ? (
    <Badge tone="bad">not certified</Badge>
  ) : (
    <Badge tone="good">{`level ${level}`}</Badge>
  );
}

const VERSION_STATUS: Readonly<Record<string, readonly [Tone, string]>> = {
  INGESTED: ['neutral', 'waiting'],
  ANALYZING: ['brand', 'analyzing'],
  CERTIFIED: ['good', 'certified'],
  PUBLISHED: ['good', 'published'],
  NOT_CERTIFIED: ['bad', 'not certified'],
  FAILED: ['warn', 'failed'],
};

/** Status of a version. */
export function VersionStatus({ status }: { readonly status: string }) {
  const [tone, text] = VERSION_STATUS[status] ?? (['neutral', status.toLowerCase()] as const);
  return <Badge tone={tone}>{text}</Badge>;
}
