import { z } from 'zod';

const MEETINGS = new Map([['2026-03-02', ['Planning']]]);

export function addLegacy(server) {
  server.tool(
    'list_meetings',
    `Lists the meetings of a day as the previous version of the service kept them.`,
    { day: z.string().date() },
    async ({ day }) => ({ content: [{ type: 'text', text: (MEETINGS.get(day) ?? []).join(', ') }] }),
  );
}
