import { isObject } from '../../common/values/json.js';
import { parseSemanticVersion } from '../../common/values/semantic-version.js';

/** Where the source of an MCP comes from, when not from its repository: a version of a package of npm. */
export interface McpSource {
  /** `name@version` */
  readonly npm: string;
}

/** The rule, as an error message tells it. */
export const SOURCE_RULE = 'must be {"npm": "name@version"} with the exact version of a package';

const SCHEME = 'npm:';
const NPM_NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
// Of npm itself.
const NPM_NAME_LENGTH = 214;

/** A source as it is stored, such as `npm:@acme/files@1.2.0`; undefined for a value that is none. */
export function storedSource(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { npm } = value;
  if (typeof npm !== 'string') return undefined;
  const at = npm.lastIndexOf('@');
  const [name, version] = [npm.slice(0, at), npm.slice(at + 1)];
  if (
    at < 1 ||
    name.length > NPM_NAME_LENGTH ||
    !NPM_NAME.test(name) ||
    parseSemanticVersion(version) === undefined
  ) {
    return undefined;
  }
  return `${SCHEME}${npm}`;
}

/** A stored source as it is answered. */
export const mcpSource = (stored: string | null): McpSource | null =>
  stored === null ? null : { npm: stored.slice(SCHEME.length) };
