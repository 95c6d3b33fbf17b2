import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execFileAsync = promisify(execFile);

export async function fetchWithRetry<T>(url: string, options: { headers: Record<string, string> }): Promise<T> {
  try {
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(15_000), redirect: "error" });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return (await response.json()) as T;
  } catch (error) {
    console.error("fetch failed, trying curl (corporate proxies break undici)");
    const headerFile = process.env.DESIGN_CURL_HEADERS;
    const args = ["-s", "--fail", "--proto", "=https", "--max-time", "20", "--max-filesize", "8000000"];
    if (headerFile) args.push("-H", `@${headerFile}`);
    args.push("--url", url);
    const { stdout } = await execFileAsync("curl", args, { timeout: 25_000, maxBuffer: 8_000_000 });
    return JSON.parse(stdout) as T;
  }
}
