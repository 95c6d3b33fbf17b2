import puppeteer, { type Browser } from "puppeteer";

let shared: Promise<Browser> | undefined;

export function browser(): Promise<Browser> {
  shared ??= puppeteer.launch({ headless: true });
  return shared;
}

export async function closeBrowser(): Promise<void> {
  const b = await shared?.catch(() => undefined);
  shared = undefined;
  await b?.close();
}
