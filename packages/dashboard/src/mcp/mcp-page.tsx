import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Level, Score } from '../ui/badges.tsx';
import { PageHeader } from '../ui/state.tsx';
import { mcpQuery } from './mcp.queries.ts';

const route = getRouteApi('/mcps/$owner/$slug');

/** An MCP: its verdict, versions, findings and evidence. */
export function McpPage() {
  const { data: mcp } = useSuspenseQuery(mcpQuery(route.useParams()));
  return (
    <div className="stack wide">
      <PageHeader
        title={mcp.name}
        lead={mcp.description}
        actions={
          <>
            <Score score={mcp.latest_version?.global_score} />
            <Level level={mcp.latest_version?.certification_level} />
          </>
        }
      />
    </div>
  );
}
