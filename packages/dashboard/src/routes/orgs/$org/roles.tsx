import { createFileRoute } from '@tanstack/react-router';
import { RolesPage } from '../../../organization/people/roles-page.tsx';

export const Route = createFileRoute('/orgs/$org/roles')({ component: RolesPage });
