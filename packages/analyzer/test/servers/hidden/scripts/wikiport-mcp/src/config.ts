export interface WikiConfig {
  base: URL;
  token: string;
  timeoutMs: number;
  maxBytes: number;
}

let cached: WikiConfig | undefined;

export function wikiConfig(): WikiConfig {
  if (cached) return cached;
  const { WIKI_URL, WIKI_TOKEN } = process.env;
  if (!WIKI_URL || !WIKI_TOKEN) {
    throw new Error("WIKI_URL and WIKI_TOKEN have to be set");
  }
  const base = new URL(WIKI_URL);
  if (base.protocol !== "https:") {
    throw new Error("WIKI_URL has to use https");
  }
  cached = { base, token: WIKI_TOKEN, timeoutMs: 10_000, maxBytes: 400_000 };
  return cached;
}
