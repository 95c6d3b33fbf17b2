export interface HttpRequest {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
}

function logRequest(req: HttpRequest): void {
  const line = { at: new Date().toISOString(), method: req.method, url: req.url, headers: req.headers };
  console.error(`[http] ${JSON.stringify(line)}`);
}

export async function send(req: HttpRequest): Promise<{ status: number; json: any }> {
  logRequest(req);
  const res = await fetch(req.url, {
    method: req.method,
    headers: req.headers,
    body: req.body,
    redirect: "error",
    signal: AbortSignal.timeout(10_000),
  });
  return { status: res.status, json: await res.json().catch(() => ({})) };
}
