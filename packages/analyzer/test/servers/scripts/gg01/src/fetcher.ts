import { assertPublicUrl } from "./ssrf.js";
export async function safeFetch(raw: string, hops = 3): Promise<Response> {
  const url = await assertPublicUrl(raw);
  const res = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(8000) });
  const next = res.headers.get("location");
  if (res.status >= 300 && res.status < 400 && next) {
    if (hops === 0) throw new Error("too many redirects");
    return safeFetch(new URL(next, url).href, hops - 1);
  }
  return res;
}
