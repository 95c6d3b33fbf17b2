import { browser } from "./browser.js";

export interface CaptureOptions {
  address: string;
  width: number;
  height: number;
}

export async function capture({ address, width, height }: CaptureOptions): Promise<string> {
  const b = await browser();
  const context = await b.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport({ width, height });
    await page.goto(address, { waitUntil: "load", timeout: 15_000 });
    return await page.screenshot({ encoding: "base64", type: "png" });
  } finally {
    await context.close();
  }
}
