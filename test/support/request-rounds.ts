import type { Page, Request, Route } from 'playwright-core';

/** The APIs of the product; everything else that a page asks for is the page itself, such as its scripts. */
const API = /^\/(?:api|auth|v[\d.]+)\//;

/** How often in a row a page must look idle: a single look could fall between two steps of its work. */
const QUIET_LOOKS = 3;

/** More rounds than any page has, for the end of one that asks forever. */
const MAX_ROUNDS = 8;

/** What a page asked the APIs for, such as `GET /api/v1/me`, in the rounds in which it did so. */
export type RequestRounds = readonly (readonly string[])[];

/**
 * Opens a page and counts the rounds of its requests. Every request to the APIs is held until the page has nothing left to do;
 * then all of them are sent at once. So what is asked for in the next round needs an answer of the round before, and no clock
 * decides: a slow machine only takes longer. A request that repeats an earlier one belongs to no round, as it refreshes what is
 * shown.
 * @param url of the page; it is loaded again, so that nothing is in its query cache
 */
export async function requestRounds(page: Page, url: string): Promise<RequestRounds> {
  const held: Route[] = [];
  const hold = (route: Route): void => void held.push(route);
  await countFetches(page);
  const watch = new OpenRequests(page);
  await page.route(({ pathname }) => API.test(pathname), hold);
  const rounds: string[][] = [];
  const known = new Set<string>();
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    for (let count = 0; count < MAX_ROUNDS; count += 1) {
      await quiet(page, () => watch.count - held.length, held);
      if (held.length === 0) break;
      const routes = held.splice(0);
      const news = routes.filter((route) => isNew(route.request(), known));
      if (news.length > 0) rounds.push(news.map((route) => nameOf(route.request())));
      await release(routes);
    }
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await release(held.splice(0));
    watch.stop();
  }
  return rounds;
}

/** The requests of a page that have no answer yet. */
class OpenRequests {
  private readonly open = new Set<Request>();
  private readonly add = (request: Request): void => void this.open.add(request);
  private readonly remove = (request: Request): void => void this.open.delete(request);

  constructor(private readonly page: Page) {
    page.on('request', this.add);
    page.on('requestfinished', this.remove);
    page.on('requestfailed', this.remove);
  }

  get count(): number {
    return this.open.size;
  }

  stop(): void {
    this.page.off('request', this.add);
    this.page.off('requestfinished', this.remove);
    this.page.off('requestfailed', this.remove);
  }
}

/** Waits until a page has loaded its scripts, and has nothing to do without an answer: it is complete, or asks for something. */
async function quiet(page: Page, others: () => number, held: readonly Route[]): Promise<void> {
  for (let looks = 0; looks < QUIET_LOOKS;) {
    const before = held.length;
    const { isComplete, fetches } = await page.evaluate(lookWhenIdle);
    const isAllHeld = fetches === held.filter((route) => route.request().resourceType() === 'fetch').length;
    const isQuiet = isAllHeld && others() <= 0 && held.length === before && (isComplete || before > 0);
    looks = isQuiet ? looks + 1 : 0;
  }
}

/** The pages that already have this script. */
const counting = new WeakSet<Page>();

/**
 * Makes a page count its requests without an answer. While one is on its way to this process, or its answer is on its way back,
 * the page is not quiet.
 */
async function countFetches(page: Page): Promise<void> {
  if (counting.has(page)) return;
  counting.add(page);
  await page.addInitScript(() => {
    const send = globalThis.fetch;
    const counted = globalThis as Counted;
    counted.openFetches = 0;
    globalThis.fetch = async (...request) => {
      counted.openFetches = (counted.openFetches ?? 0) + 1;
      try {
        const answer = await send(...request);
        const bytes = await answer.arrayBuffer();
        return new Response(bytes.byteLength === 0 ? null : bytes, answer);
      } finally {
        counted.openFetches -= 1;
      }
    };
  });
}

/** The global object of a page that counts. */
interface Counted {
  openFetches?: number;
}

/** What a page is doing. */
interface Look {
  /** Whether it has its heading, and nothing loads. */
  readonly isComplete: boolean;
  /** Its requests that it has no answer to. */
  readonly fetches: number;
}

/** In the page, after two frames and the next time that it has nothing to do. */
const lookWhenIdle = async (): Promise<Look> => {
  const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  await new Promise((done) => requestIdleCallback(done));
  const isBusy = document.querySelector('[aria-busy="true"]') !== null;
  return {
    isComplete: document.querySelector('h1') !== null && !isBusy,
    fetches: (globalThis as Counted).openFetches ?? 0,
  };
};

/** Sends the held requests, and waits until the browser has received their answers. */
async function release(routes: readonly Route[]): Promise<void> {
  await Promise.all(
    routes.map(async (route) => {
      await route.continue();
      const response = await route.request().response();
      await response?.finished();
    }),
  );
}

function isNew(request: Request, known: Set<string>): boolean {
  const text = [request.method(), request.url(), request.postData()].join(' ');
  if (known.has(text)) return false;
  known.add(text);
  return true;
}

const nameOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search}`;
};
