import { createFileRoute } from '@tanstack/react-router';
import { NewMcpPage } from '../../../admin/mcps/new-mcp-page.tsx';

export const Route = createFileRoute('/admin/mcps/new')({ component: NewMcpPage });
