import { assertPublicUrl } from "./guard.js";

export interface LinkReport {
  url: string;
  ok: boolean;
  status: number;
  title?: string;
}

export async function checkLink(raw: string): Promise<LinkReport> {
  const url = await assertPublicUrl(raw);
  const res = await fetch(url, { redirect: "follow", signal: AbortSignal.timeout(8000), headers: { accept: "text/html" } });
  const report: LinkReport = { url: raw, ok: res.ok, status: res.status };
  const reader = res.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  const head = first?.value ? Buffer.from(first.value).toString("utf8", 0, 8192) : "";
  const title = /<title>([^<]{1,200})<\/title>/i.exec(head);
  if (title) report.title = title[1];
  return report;
}
