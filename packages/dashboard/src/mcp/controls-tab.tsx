import { useSuspenseQuery } from '@tanstack/react-query';
import { Badge, SeverityBadge } from '../ui/badges.tsx';
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
  const categories = [...Map.groupBy(data.controls, ({ control_category: category }) => category)].sort(
    ([a], [b]) => orderOf(a) - orderOf(b),
  );
  return (
    <div className="stack">
      <Counts controls={data.controls} />
      <p className="soft">
        {`${data.passed} of ${data.total} controls pass. A control about something that the server does not have passes; one about something that the source does not show fails.`}
      </p>
      {categories.map(([category, controls]) => (
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

/** Security first; the order in which a reader cares. */
const ORDER = ['SECURITY', 'SUPPLY_CHAIN', 'MATURITY'];

const orderOf = (category: string): number => {
  const at = ORDER.indexOf(category.toUpperCase());
  return at === -1 ? ORDER.length : at;
};

const titleOf = (category: string): string =>
  `${category.charAt(0).toUpperCase()}${category.slice(1).toLowerCase().replaceAll('_', ' ')}`;

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

const TONES = {
  failed: 'bad',
  'not observable': 'warn',
  passed: 'good',
  'not applicable': 'neutral',
} as const;

type Result = keyof typeof TONES;

const RESULTS = Object.keys(TONES) as Result[];

const resultOf = ({ passed, applicable, observable }: Control): Result => {
  if (!applicable) return 'not applicable';
  if (!observable) return 'not observable';
  return passed ? 'passed' : 'failed';
};

const ControlResult = ({ control }: { readonly control: Control }) => (
  <Badge tone={TONES[resultOf(control)]}>{resultOf(control)}</Badge>
);

/** How many controls have each result. */
const Counts = ({ controls }: { readonly controls: readonly Control[] }) => (
  <ul className="plain row" aria-label="Results">
    {RESULTS.map((result) => (
      <li key={result}>
        <Badge tone={TONES[result]}>
          {`${controls.filter((control) => resultOf(control) === result).length} ${result}`}
        </Badge>
      </li>
    ))}
  </ul>
);
