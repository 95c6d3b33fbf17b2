import { createFileRoute } from '@tanstack/react-router';
import { EvidenceTab } from '../../mcp/evidence-tab.tsx';

// The page around it loads the version.
export const Route = createFileRoute('/mcps/$owner/$slug/evidence')({ component: EvidenceTab });
