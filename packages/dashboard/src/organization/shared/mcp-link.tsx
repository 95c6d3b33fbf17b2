import { AppLink } from '../../ui/button.tsx';

/** A link to the page of an MCP, by its name `owner/slug`. */
export function McpLink({ name }: { readonly name: string }) {
  const [owner = '', slug = ''] = name.split('/');
  return (
    <AppLink to="/mcps/$owner/$slug" params={{ owner, slug }}>
      {owner}/<wbr />
      {slug}
    </AppLink>
  );
}
