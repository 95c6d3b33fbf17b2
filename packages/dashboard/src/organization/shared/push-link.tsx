import { AppButtonLink } from '../../ui/button.tsx';

const pushPath = (): string => '/push';

/** A link to the page that uploads a bundle. */
export const PushLink = () => <AppButtonLink to={pushPath()}>Push an MCP server</AppButtonLink>;
