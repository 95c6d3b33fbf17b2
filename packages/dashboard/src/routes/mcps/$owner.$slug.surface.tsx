import { createFileRoute } from '@tanstack/react-router';
import { SurfaceTab } from '../../mcp/surface-tab.tsx';

// The page around it loads the version.
export const Route = createFileRoute('/mcps/$owner/$slug/surface')({ component: SurfaceTab });
