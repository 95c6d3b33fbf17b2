import { InlineCode } from '../ui/inline-code.tsx';
import type { Finding } from './mcp.queries.ts';

/** The path of the data from where it enters to where it does harm, with the source line of each step. */
export function FindingTrace({ finding: { trace, location } }: { readonly finding: Finding }) {
  if (trace.length === 0) {
    return location.snippet === undefined ? null : (
      <SourceLine line={location.start_line} text={location.snippet} />
    );
  }
  return (
    <ol className="plain trace" aria-label="Path of the data">
      {trace.map((step, index) => {
        const source = sourceOf(step, location);
        return (
          <li key={index}>
            <p>
              <span className="trace-role">{roleOf(index, trace.length)}</span>{' '}
              <InlineCode text={step.message} />
            </p>
            <p className="mono soft small">{`${step.file_path}:${step.line}`}</p>
            {source === undefined ? null : <SourceLine line={step.line} text={source} />}
          </li>
        );
      })}
    </ol>
  );
}

const roleOf = (index: number, steps: number): string =>
  index === steps - 1 ? 'sink' : index === 0 ? 'source' : 'step';

/** The source line of a step. Older results have only that of the finding itself. */
function sourceOf(step: Finding['trace'][number], location: Finding['location']): string | undefined {
  const isLocation = step.file_path === location.file_path && step.line === location.start_line;
  return step.snippet ?? (isLocation ? location.snippet : undefined);
}

const SourceLine = ({ line, text }: { readonly line: number; readonly text: string }) => (
  // A scrollable region must be reachable by keyboard.
  <pre className="source-line" tabIndex={0} role="region" aria-label={`Source line ${line}`}>
    <span className="line-number" aria-hidden="true">
      {line}
    </span>
    <code>{text}</code>
  </pre>
);
