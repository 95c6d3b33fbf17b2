import { useSuspenseQuery } from '@tanstack/react-query';
import { Badge, SeverityBadge, type Tone } from '../ui/badges.tsx';
import { InlineCode } from '../ui/inline-code.tsx';
import { Table } from '../ui/table.tsx';
import { controlsQuery, type Control, type Mcp, type Version } from './mcp.queries.ts';
import { NotAnalyzed } from './not-analyzed.tsx';
import { useShownVersion } from './shown-version.ts';

/** The result of each control, by category. */
export function ControlsTab() {
  const { mcp, version } = useShownVersion();
  return version === undefined ? null : <Controls mcp={mcp} version={version} />;
}

function Controls({ mcp, version }: { readonly mcp: Mcp; readonly version: Version }) {
  const { data } = useSuspenseQuery(controlsQuery({ mcp, version }));
  if (data === null) return <NotAnalyzed version={version} />;
  const categories = Map.groupBy(data.controls, ({ control_category: category }) => category);
  return (
    <div className="stack">
      <p>
        {`${data.passed} of ${data.total} controls pass. A control about something that the server does not have passes; one about something that the source does not show fails.`}
      </p>
      {[...categories].map(([category, controls]) => (
        <section key={category} className="card flush" aria-labelledby={`category-${category}`}>
          <div className="row apart card-head">
            <h2 id={`category-${category}`}>{titleOf(category)}</h2>
            <span className="soft">
              {`${controls.filter(({ passed }) => passed).length} of ${controls.length} pass`}
            </span>
          </div>
          <ControlTable category={category} controls={controls} />
        </section>
      ))}
    </div>
  );
}

const titleOf = (category: string): string =>
  `${category.charAt(0).toUpperCase()}${category.slice(1).replaceAll('_', ' ')}`;

const ControlTable = ({
  category,
  controls,
}: {
  readonly category: string;
  readonly controls: readonly Control[];
}) => (
  <Table
    caption={`Controls of the category ${category}`}
    rows={controls}
    keyOf={({ id }) => id}
    columns={[
      {
        name: 'Control',
        cell: ({ control_id: id, control_name: name }) => (
          <span>
            <span className="mono soft">{id}</span> {name}
          </span>
        ),
      },
      { name: 'Result', cell: (control) => <ControlResult control={control} /> },
      { name: 'Severity', cell: ({ severity }) => <SeverityBadge severity={severity} /> },
      { name: 'Why', cell: ({ message }) => <InlineCode text={message} /> },
    ]}
  />
);

function ControlResult({ control: { passed, applicable, observable } }: { readonly control: Control }) {
  const [tone, text]: readonly [Tone, string] = !applicable
    ? ['neutral', 'not applicable']
    : !observable
      ? ['warn', 'not observable']
      : passed
        ? ['good', 'passed']
        : ['bad', 'failed'];
  return <Badge tone={tone}>{text}</Badge>;
}
