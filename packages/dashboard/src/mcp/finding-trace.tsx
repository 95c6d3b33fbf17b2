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
      {trace.map((step, index) => (
        <li key={index}>
          <p>
            <span className="trace-role">{roleOf(index, trace.length)}</span>{' '}
            <InlineCode text={step.message} />
          </p>
          <p className="mono soft small">{`${step.file_path}:${step.line}`}</p>
          <StepSource finding={{ location }} step={step} />
        </li>
      ))}
    </ol>
  );
}

const roleOf = (index: number, steps: number): string =>
  index === steps - 1 ? 'sink' : index === 0 ? 'source' : 'step';

/** The source line of a step; that of the last one is part of the finding. */
function StepSource({
  finding: { location },
  step,
}: {
  readonly finding: Pick<Finding, 'location'>;
  readonly step: Finding['trace'][number];
}) {
  const text =
    step.file_path === location.file_path && step.line === location.start_line ? location.snippet : undefined;
  return text === undefined ? null : <SourceLine line={step.line} text={text} />;
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
