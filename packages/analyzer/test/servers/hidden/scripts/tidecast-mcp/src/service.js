import { z } from "zod";

const BASE = "https://data.tidecast.example/v1/";
const TIMEOUT_MS = 8000;
const MAX_BYTES = 512 * 1024;

export class ServiceError extends Error {}

const Extreme = z.object({
  kind: z.enum(["high", "low"]),
  at: z.string().datetime(),
  height: z.number(),
});

const SeaState = z.object({
  waveHeight: z.number(),
  wavePeriod: z.number(),
  windKnots: z.number(),
  windFrom: z.number(),
  waterTemperature: z.number(),
});

const Level = z.object({ at: z.string().datetime(), height: z.number() });

async function get(path, query, schema) {
  const url = new URL(path, BASE);
  url.search = new URLSearchParams(query).toString();
  const response = await fetch(url, {
    headers: { accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new ServiceError(`The tide service answered ${response.status}.`);
  const chunks = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new ServiceError("The answer of the tide service is too large.");
    chunks.push(chunk);
  }
  return schema.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
}

export const extremes = (station, days) =>
  get(`stations/${station}/extremes`, { days: String(days) }, z.array(Extreme).max(200));

export const seaState = (station) => get(`stations/${station}/sea`, {}, SeaState);

export const levels = (station, days) =>
  get(`stations/${station}/levels`, { days: String(days), step: "600" }, z.array(Level).max(2000));
