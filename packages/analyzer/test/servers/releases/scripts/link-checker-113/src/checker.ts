import { fetch } from "undici";
import { assertPublicUrl, guardedAgent } from "./guard.js";

const MAX_HOPS = 4;

async function get(raw: string) {
  const signal = AbortSignal.timeout(8000);
  let next = raw;
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const url = assertPublicUrl(next);
    const res = await fetch(url, { redirect: "manual", dispatcher: guardedAgent, signal, headers: { accept: "text/html" } });
    const location = res.headers.get("location");
    if (res.status < 300 || res.status >= 400 || !location) return res;
    await res.body?.cancel();
    next = new URL(location, url).href;
  }
  throw new Error("too many redirects");
}

export interface LinkReport {
  url: string;
  ok: boolean;
  status: number;
  title?: string;
}

export async function checkLink(raw: string): Promise<LinkReport> {
  const res = await get(raw);
  const report: LinkReport = { url: raw, ok: res.ok, status: res.status };
  const reader = res.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  const head = first?.value ? Buffer.from(first.value).toString("utf8", 0, 8192) : "";
  const title = /<title>([^<]{1,200})<\/title>/i.exec(head);
  if (title) report.title = title[1];
  return report;
}
