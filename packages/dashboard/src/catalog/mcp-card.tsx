import type { components } from '../api/hub.js';
import { AppLink } from '../ui/button.tsx';
import { Badge, Level, Score } from '../ui/badges.tsx';

type Mcp = components['schemas']['McpItem'];

/** An MCP in the catalog: name, description, score and level. */
export function McpCard({ mcp }: { readonly mcp: Mcp }) {
  const [owner = '', slug = ''] = mcp.name.split('/');
  const version = mcp.latest_version;
  return (
    <article className="card mcp-card">
      <div className="row apart">
        <h2>
          <AppLink to="/mcps/$owner/$slug" params={{ owner, slug }}>
            {owner}/<wbr />
            {slug}
          </AppLink>
        </h2>
        <Score score={version?.global_score} />
      </div>
      <p className="mcp-description">{mcp.description === '' ? 'No description.' : mcp.description}</p>
      <div className="row">
        <Level level={version?.certification_level} />
        {mcp.origin === 'community' ? null : <Badge tone="brand">{mcp.origin}</Badge>}
        {mcp.visibility === 'private' ? <Badge>private</Badge> : null}
        {mcp.language === '' ? null : <span className="soft small">{mcp.language}</span>}
        {mcp.category === null ? null : <span className="soft small">{mcp.category.name}</span>}
      </div>
    </article>
  );
}
