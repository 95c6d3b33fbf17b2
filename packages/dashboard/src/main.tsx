import './styles/tokens.css';
import './styles/base.css';
import './ui/ui.css';
import './layout/layout.css';
import './styles/print.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { createAppRouter } from './router.ts';
import { meQuery } from './session/session.ts';
import { followOtherTabs } from './session/tabs.ts';

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
followOtherTabs(() => queryClient.getQueryData(meQuery.queryKey)?.id);
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root"');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
