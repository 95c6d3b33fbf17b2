import { useSuspenseQuery } from '@tanstack/react-query';
import { SeverityBadge } from '../domain/badges.tsx';
import { CONTROL_CATEGORY_NAMES, CONTROL_RESULT_LABELS } from '../domain/labels.ts';
import { Badge } from '../ui/badge.tsx';
import { InlineCode } from '../ui/inline-code.tsx';
import { optionsOf, ValueBadge } from '../ui/labels.tsx';
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
  const categories = optionsOf(CONTROL_CATEGORY_NAMES)
    .map(([category, name]) => ({ category, name, controls: controlsOf(data.controls, category) }))
    .filter(({ controls }) => controls.length > 0);
  return (
    <div className="stack">
      <Counts controls={data.controls} />
      <p className="soft">
        {`${data.passed} of ${data.total} controls pass. A control about something that the server does not have passes; one about something that the source does not show fails.`}
      </p>
      {categories.map(({ category, name, controls }) => (
        <section key={category} className="card flush" aria-labelledby={`category-${category}`}>
          <div className="row apart card-head">
            <h2 id={`category-${category}`}>{name}</h2>
            <span className="soft">
              {`${controls.filter(({ passed }) => passed).length} of ${controls.length} pass`}
            </span>
          </div>
          <ControlTable category={name} controls={controls} />
        </section>
      ))}
    </div>
  );
}

const controlsOf = (controls: readonly Control[], category: string): readonly Control[] =>
  controls.filter((control) => control.control_category.toUpperCase() === category);

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
      {
        name: 'Result',
        cell: (control) => <ValueBadge labels={CONTROL_RESULT_LABELS} value={resultOf(control)} />,
      },
      { name: 'Severity', cell: ({ severity }) => <SeverityBadge severity={severity} /> },
      { name: 'Why', cell: ({ message }) => <InlineCode text={message} /> },
    ]}
  />
);

const resultOf = ({ passed, applicable, observable }: Control): keyof typeof CONTROL_RESULT_LABELS => {
  if (!applicable) return 'not_applicable';
  if (!observable) return 'not_observable';
  return passed ? 'passed' : 'failed';
};

/** How many controls have each result. */
const Counts = ({ controls }: { readonly controls: readonly Control[] }) => (
  <ul className="plain row" aria-label="Results">
    {Object.entries(CONTROL_RESULT_LABELS).map(([result, [text, tone]]) => (
      <li key={result}>
        <Badge tone={tone ?? 'neutral'}>
          {`${controls.filter((control) => resultOf(control) === result).length} ${text}`}
        </Badge>
      </li>
    ))}
  </ul>
);
