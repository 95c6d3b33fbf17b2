import { analyze } from '../../src/analysis/analyze.js';
import { parseAdvisories, type Advisories } from '../../src/dependencies/advisories.js';
import type { CycloneDx } from '../../src/report/cyclonedx.js';
import type { AnalysisReport, ReportedControl } from '../../src/report/report.js';

/** An advisory about all versions of packages of an ecosystem before one. */
const advisory = (ecosystem: string, names: readonly string[], fixed: string): unknown => ({
  id: `GHSA-${ecosystem}`,
  modified: '2026-01-31T00:00:00Z',
  database_specific: { severity: 'HIGH' },
  affected: names.map((name) => ({
    package: { ecosystem, name },
    ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
  })),
});

/** Advisories about `bad` and `worse` in each ecosystem: versions before 2.0.0. */
export const ADVISORIES: Advisories = parseAdvisories([
  advisory('npm', ['bad', 'worse', '@acme/bad'], '2.0.0'),
  advisory('PyPI', ['bad', 'worse', 'bad-name'], '2.0.0'),
  advisory('Go', ['example.org/bad'], '2.0.0'),
]);

/** A server in Python and one in JavaScript, which have a tool and nothing else. */
export const PYTHON_SERVER = `from mcp.server.fastmcp import FastMCP
mcp = FastMCP("a")
@mcp.tool()
def ping() -> str:
    """Answers."""
    return "pong"
`;
export const JAVASCRIPT_SERVER = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: 'a', version: '1.0.0' });
server.tool('ping', 'Answers', {}, async () => ({ content: [] }));
`;

type Files = Readonly<Record<string, string | Uint8Array>>;

/** What a report says about dependencies. */
export interface Compared {
  readonly report: AnalysisReport;
  readonly sbom: CycloneDx;
  /** `name version` of what was compared, in order; with a `!` for each one that an advisory affects. */
  readonly compared: readonly string[];
  /** `name reason` of what was not. */
  readonly others: readonly string[];
  readonly control: ReportedControl;
}

/** Analyzes a package and compares its dependencies with `ADVISORIES`. */
export async function comparedIn(files: Files, advisories = ADVISORIES): Promise<Compared> {
  const bytes = new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]));
  const { report, sbom } = await analyze(bytes, { advisories });
  const { list = [], advisories: matched } = report.dependencies;
  const isBad = (name: string, version: string | null): boolean =>
    matched.some((each) => each.name === name && each.version === version);
  const control = report.controls.find(({ control_id: id }) => id === 'SUP-001');
  if (control === undefined) throw new Error('there is no control SUP-001');
  return {
    report,
    sbom,
    compared: list
      .filter(({ compared }) => compared)
      .map(({ name, version }) => `${name} ${version}${isBad(name, version) ? '!' : ''}`),
    others: list.filter(({ compared }) => !compared).map(({ name, reason }) => `${name} ${reason}`),
    control,
  };
}
