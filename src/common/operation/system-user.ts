import { userInfo } from 'node:os';

/** The user of the operating system who runs this process. In a container, the user may have no name. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
