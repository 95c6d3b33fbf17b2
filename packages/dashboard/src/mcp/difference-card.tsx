import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import type { Snapshot } from './mcp.queries.ts';

/** What changed since the version that was analyzed before. */
export function DifferenceCard({ snapshot }: { readonly snapshot: Snapshot }) {
  const { difference, complete } = snapshot;
  return (
    <section className="card" aria-labelledby="difference">
      <h2 id="difference">What changed since the previous version</h2>
      {difference === null ? (
        <p className="soft">
          {complete
            ? 'There is no earlier version that was analyzed completely.'
            : 'Not known, because this analysis is incomplete.'}
        </p>
      ) : (
        <Changes difference={difference} />
      )}
    </section>
  );
}

function Changes({ difference }: { readonly difference: NonNullable<Snapshot['difference']> }) {
  const lines: readonly (readonly [
    tone: 'good' | 'warn' | 'brand',
    verb: string,
    what: string,
    names: ReactNode,
  ])[] = [
    ...linesOf('warn', 'added', 'Capabilities', difference.capabilities_added),
    ...linesOf('good', 'removed', 'Capabilities', difference.capabilities_removed),
    ...linesOf('brand', 'added', 'Tools', difference.tools_added),
    ...linesOf('brand', 'removed', 'Tools', difference.tools_removed),
    ...linesOf(
      'warn',
      'changed',
      'Tools',
      difference.tools_changed.map(
        ({ name, description, schema }) =>
          `${name} (${[description ? 'description' : '', schema ? 'parameters' : ''].filter(Boolean).join(' and ')})`,
      ),
    ),
  ];
  if (lines.length === 0)
    return <p className="soft">Nothing that clients see: the same tools and capabilities.</p>;
  return (
    <ul className="plain stack tight">
      {lines.map(([tone, verb, what, names]) => (
        <li key={`${what} ${verb}`} className="change">
          <span>
            <Badge tone={tone}>{`${what} ${verb}`}</Badge>
          </span>
          <span>{names}</span>
        </li>
      ))}
    </ul>
  );
}

const linesOf = <Tone extends string>(
  tone: Tone,
  verb: string,
  what: string,
  names: readonly string[],
): (readonly [Tone, string, string, ReactNode])[] =>
  names.length === 0 ? [] : [[tone, verb, what, <code key="names">{names.join(', ')}</code>]];
