import { BASE_URL } from '../api/client.ts';

/** All tabs of this browser that show the dashboard. */
const tabs = new BroadcastChannel(`session of ${BASE_URL.pathname}`);

/** Reports to the other tabs who is signed in now; null for nobody. */
export const announceUser = (id: string | null): void => tabs.postMessage(id);

/**
 * Loads the page again as soon as another tab has signed out, or signed in somebody else: what this tab has in memory, such
 * as its token of the registry, belongs to the user before.
 * @param shown who is signed in as far as this tab knows
 */
export function followOtherTabs(shown: () => string | undefined): void {
  tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    const id = shown();
    if (id !== undefined && id !== data) location.reload();
  };
}
