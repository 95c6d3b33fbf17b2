import type { ReactNode } from 'react';
import type { Severity } from '../api/catalogs.gen.ts';

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
