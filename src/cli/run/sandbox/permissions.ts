import { isAbsolute, normalize, relative } from 'node:path';
import { isObject, type JsonObject } from '../../../common/values/json.js';
import { Refusal } from '../refusal.js';

/** What a server may do outside of its bundle. */
export interface SandboxPermissions {
  readonly network: boolean;
  /** Absolute paths that it may read. */
  readonly readable: readonly string[];
  /** Absolute paths that it may read and change. */
  readonly writable: readonly string[];
}

const MAX_PATHS = 100;

/** Capabilities that the hub has found, and that need the network. */
const NETWORK_CAPABILITIES = ['network_egress', 'browser_control'];

/**
 * The permissions of a manifest: `network` (true, or a list of hosts, which a sandbox cannot distinguish),
 * `filesystem` with lists of paths to `read` and `write`, and the capabilities that the hub has found.
 * @param protectedFolders what no server may see, whatever its manifest says
 * @throws Refusal for paths that would leave nothing of a sandbox
 */
export function sandboxPermissions(
  { network, filesystem, capabilities }: JsonObject,
  protectedFolders: readonly string[],
): SandboxPermissions {
  const found: readonly unknown[] = Array.isArray(capabilities) ? capabilities : [];
  const lists = isObject(filesystem) ? filesystem : { read: filesystem };
  return {
    network: isPermitted(network) || found.some((each) => NETWORK_CAPABILITIES.includes(String(each))),
    readable: pathsIn(lists['read'], protectedFolders),
    writable: pathsIn(lists['write'], protectedFolders),
  };
}

const isPermitted = (network: unknown): boolean =>
  network === true || (Array.isArray(network) && network.length > 0);

function pathsIn(list: unknown, protectedFolders: readonly string[]): string[] {
  if (!Array.isArray(list)) return [];
  if (list.length > MAX_PATHS) throw new Refusal(`the manifest permits more than ${MAX_PATHS} paths`);
  return (list as unknown[]).map((path) => {
    if (typeof path !== 'string' || !isAbsolute(path) || path.includes('\0'))
      throw new Refusal('the manifest permits something that is no absolute path');
    const plain = normalize(path).replace(/(?<=.)\/+$/, '');
    const seen = protectedFolders.find((folder) => contains(plain, folder) || contains(folder, plain));
    if (seen !== undefined || plain === '/')
      throw new Refusal(
        `the manifest permits ${JSON.stringify(path.slice(0, 100))}, which a sandbox does not give away`,
      );
    return plain;
  });
}

/** Whether a folder is another one, or contains it. */
function contains(folder: string, other: string): boolean {
  const path = relative(folder, other);
  return path === '' || (!path.startsWith('..') && !isAbsolute(path));
}
