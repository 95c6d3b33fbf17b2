import { AppLink } from '../ui/button.tsx';
import { mcpNameOf } from './mcp-name.ts';

/** A link to the page of an MCP, by its name `owner/slug`, and of one of its versions. */
export function McpLink({ name, version }: { readonly name: string; readonly version?: string }) {
  const { owner, slug } = mcpNameOf(name);
  return (
    <AppLink
      to="/mcps/$owner/$slug"
      params={{ owner, slug }}
      search={version === undefined ? {} : { version }}
    >
      {owner}/<wbr />
      {slug}
    </AppLink>
  );
}
