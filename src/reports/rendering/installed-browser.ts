import { access, constants } from 'node:fs/promises';

// Not /usr/bin/chromium-browser: on Ubuntu, that starts a snap, which cannot read the folders of the server.
const PATHS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/opt/google/chrome/chrome',
    '/usr/bin/chromium',
    '/usr/lib/chromium/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
};

/** The path of an installed Chrome or Chromium; undefined without one. */
export async function installedBrowser(): Promise<string | undefined> {
  for (const path of PATHS[process.platform] ?? []) {
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

/** Whether this process may execute the file. */
export const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
