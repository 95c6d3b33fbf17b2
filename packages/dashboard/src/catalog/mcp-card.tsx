import type { components } from '../api/hub.js';
import { LevelBadge, McpMarks, Score } from '../domain/badges.tsx';
import { McpLink } from '../domain/mcp-link.tsx';

type Mcp = components['schemas']['McpItem'];

/** An MCP in the catalog: name, description, score and level. */
export function McpCard({ mcp }: { readonly mcp: Mcp }) {
  const version = mcp.latest_version;
  return (
    <article className="card mcp-card">
      <div className="row apart">
        <h2>
          <McpLink name={mcp.name} />
        </h2>
        <Score score={version?.global_score} />
      </div>
      <p className="mcp-description">{mcp.description === '' ? 'No description.' : mcp.description}</p>
      <div className="row">
        <LevelBadge level={version?.certification_level} />
        <McpMarks mcp={mcp} />
        {mcp.language === '' ? null : <span className="soft small">{mcp.language}</span>}
        {mcp.category === null ? null : <span className="soft small">{mcp.category.name}</span>}
      </div>
    </article>
  );
}
