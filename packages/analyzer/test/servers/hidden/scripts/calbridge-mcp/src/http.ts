export class CalendarError extends Error {}

const TIMEOUT_MS = 10_000;
const MAX_CHARS = 2_000_000;

interface JsonResponse {
  status: number;
  body: unknown;
}

export async function requestJson(url: URL, init: RequestInit = {}): Promise<JsonResponse> {
  const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_CHARS) throw new CalendarError("The answer of the calendar is too large.");
  }
  text += decoder.decode();
  try {
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  } catch {
    throw new CalendarError("The calendar sent an answer that is not JSON.");
  }
}

export function postForm(url: URL, fields: Record<string, string>): Promise<JsonResponse> {
  return requestJson(url, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
    body: new URLSearchParams(fields).toString(),
  });
}
