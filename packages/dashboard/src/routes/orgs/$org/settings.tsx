import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '../../../organization/settings/settings-page.tsx';

export const Route = createFileRoute('/orgs/$org/settings')({ component: SettingsPage });
