import type { components } from '../../api/hub.js';
import { McpLink } from '../shared/mcp-link.tsx';

type Controls = components['schemas']['OrgControls'];

/** Results with a character, a class and a text for each. */
const RESULTS = {
  passed: ['✓', 'passed'],
  failed: ['✗', 'failed'],
  not_applicable: ['–', 'not applicable'],
  not_observable: ['?', 'not observable'],
} as const;

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
        {Object.entries(RESULTS).map(([status, [character, text]]) => (
          <li key={status} className="row">
            <span className={`result ${status}`} aria-hidden="true">
              {character}
            </span>
            {text}
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
  const [character, text] = RESULTS[result.status];
  return (
    <span className={`result ${result.status}`} title={result.message}>
      <span aria-hidden="true">{character}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
