import type { components } from '../../api/hub.js';
import { CONTROL_RESULT_LABELS } from '../../domain/labels.ts';
import { McpLink } from '../../domain/mcp-link.tsx';
import { optionsOf, type Names } from '../../ui/labels.tsx';

type Controls = components['schemas']['OrgControls'];

/** A character for each result. */
const CHARACTERS: Names<Controls['mcps'][number]['results'][number]['status']> = {
  passed: '✓',
  failed: '✗',
  not_applicable: '–',
  not_observable: '?',
};

/** A row for each MCP, a column for each control. */
export function ControlsMatrix({
  controls,
  mcps,
}: {
  readonly controls: Controls['controls'];
  readonly mcps: Controls['mcps'];
}) {
  return (
    <>
      <ul className="plain row legend">
        {optionsOf(CHARACTERS).map(([status, character]) => (
          <li key={status} className="row">
            <span className={`result ${status}`} aria-hidden="true">
              {character}
            </span>
            {CONTROL_RESULT_LABELS[status][0]}
          </li>
        ))}
      </ul>
      {/* Wider than most screens: a region that scrolls, also by keyboard. */}
      <div className="table-wrap" tabIndex={0} role="region" aria-label="Results by MCP and control">
        <table className="table matrix">
          <caption className="visually-hidden">Results of each control for each MCP</caption>
          <thead>
            <tr>
              <th scope="col">MCP</th>
              {controls.map(({ control_id, control_name }) => (
                <th key={control_id} scope="col" title={control_name}>
                  <abbr title={control_name}>{control_id}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {mcps.map(({ mcp_id, mcp_name, results }) => (
              <tr key={mcp_id}>
                <th scope="row">
                  <McpLink name={mcp_name} />
                </th>
                {controls.map(({ control_id }) => (
                  <td key={control_id}>
                    <Result result={results.find((result) => result.control_id === control_id)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Result({ result }: { readonly result: Controls['mcps'][number]['results'][number] | undefined }) {
  if (result === undefined) return <span className="soft">no result</span>;
  return (
    <span className={`result ${result.status}`} title={result.message}>
      <span aria-hidden="true">{CHARACTERS[result.status]}</span>
      <span className="visually-hidden">{CONTROL_RESULT_LABELS[result.status][0]}</span>
    </span>
  );
}
