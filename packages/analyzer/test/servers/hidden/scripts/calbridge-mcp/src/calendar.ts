import { z } from "zod";
import type { Auth } from "./auth.js";
import type { Config } from "./config.js";
import { CalendarError, requestJson } from "./http.js";

const EventSchema = z.object({
  title: z.string().transform((value) => value.replace(/[\u0000-\u001f]+/g, " ").slice(0, 120)),
  start: z.string().datetime({ offset: true }),
  end: z.string().datetime({ offset: true }),
});

export type CalendarEvent = z.infer<typeof EventSchema>;

export class Calendar {
  constructor(
    private readonly config: Config,
    private readonly auth: Auth,
  ) {}

  async events(from: Date, to: Date): Promise<CalendarEvent[]> {
    const url = new URL("events", this.config.apiUrl);
    url.searchParams.set("from", from.toISOString());
    url.searchParams.set("to", to.toISOString());
    url.searchParams.set("limit", "200");
    const { status, body } = await requestJson(url, {
      headers: { Accept: "application/json", Authorization: `Bearer ${await this.auth.accessToken()}` },
    });
    if (status !== 200) throw new CalendarError(`The calendar answered ${status}.`);
    return z.object({ items: z.array(EventSchema).max(200) }).parse(body).items;
  }
}

export function freeSlots(events: CalendarEvent[], from: Date, to: Date, minutes: number) {
  const busy = events
    .map((event) => ({ start: Date.parse(event.start), end: Date.parse(event.end) }))
    .sort((a, b) => a.start - b.start);
  const slots: Array<{ from: string; to: string }> = [];
  let cursor = from.getTime();
  for (const { start, end } of [...busy, { start: to.getTime(), end: to.getTime() }]) {
    if (start - cursor >= minutes * 60_000) {
      slots.push({ from: new Date(cursor).toISOString(), to: new Date(start).toISOString() });
    }
    cursor = Math.max(cursor, end);
  }
  return slots;
}
