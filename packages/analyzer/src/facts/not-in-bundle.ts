import { printable } from '../findings/printable.js';
import type { BundleFacts } from '../packages/package-facts.js';
import { MANIFEST } from '../mcpb/manifest.js';
import type { JudgedLaunch } from '../mcpb/judged-launch.js';

/** The words of a launch as a reader would type them. */
export const shownCommand = ({ command }: Pick<JudgedLaunch, 'command'>): string =>
  printable(command.join(' '));

/**
 * What a bundle starts that the analysis has not seen, a sentence each: programs, and what is not in it. Its verdict is about
 * its own code, which says nothing of them.
 */
export function notInBundle({ bundle, launches }: BundleFacts): string[] {
  const reasons = launches.flatMap((launch) => {
    const { platforms, start } = launch;
    if (start.kind === 'bundle') return [];
    const where = printable(platforms.join(', '));
    const why =
      start.kind === 'package'
        ? `which is not in the bundle${start.isPinned ? '' : ', and not pinned'}`
        : printable(start.reason);
    return [`${MANIFEST}: on ${where} it starts \`${shownCommand(launch)}\`, ${why}`];
  });
  if (bundle.manifest.serverType !== 'binary') return reasons;
  return [`${MANIFEST}: the server is a binary program, which cannot be analyzed`, ...reasons];
}
