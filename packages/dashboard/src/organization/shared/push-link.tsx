import { AppButtonLink } from '../../ui/button.tsx';

/** The page that uploads a bundle. */
const PUSH: string = '/push';

/** A link to the page that uploads a bundle. */
export const PushLink = () => <AppButtonLink to={PUSH}>Push an MCP server</AppButtonLink>;
