import { AppButtonLink } from '../../ui/button.tsx';

/** A link to the page that uploads a bundle. */
export const PushLink = () => <AppButtonLink to={'/push' as string}>Push an MCP server</AppButtonLink>;
