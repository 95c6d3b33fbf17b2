import { z } from 'zod';

const MEETINGS = new Map([['2026-03-02', ['Planning', 'Review']]]);

export function addCalendar(server) {
  server.tool(
    'list_meetings',
    'Lists the meetings of a day.',
    { day: z.string().date() },
    async ({ day }) => ({ content: [{ type: 'text', text: (MEETINGS.get(day) ?? []).join(', ') }] }),
  );
}
