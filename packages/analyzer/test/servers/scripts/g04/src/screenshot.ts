import puppeteer, { type Browser } from "puppeteer";
export class BrowserPool {
  private browser?: Browser;
  private async page() {
    this.browser ??= await puppeteer.launch({ headless: true });
    return this.browser.newPage();
  }
  async title(target: string): Promise<number> {
    const page = await this.page();
    try {
      await page.goto(target, { waitUntil: "networkidle2", timeout: 15000 });
      return (await page.title()).length;
    } finally {
      await page.close();
    }
  }
}
