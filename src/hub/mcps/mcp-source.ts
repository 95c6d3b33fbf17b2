import { isObject } from '../../common/values/json.js';
import { parseSemanticVersion } from '../../common/values/semantic-version.js';

/** The source of an MCP other than its repository: a version of an npm package. */
export interface McpSource {
  /** `name@version` */
  readonly npm: string;
}

/** The rule in an error message. */
export const SOURCE_RULE = 'must be {"npm": "name@version"} with the exact version of a package';

const SCHEME = 'npm:';
const NPM_NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
// The limit of npm.
const NPM_NAME_LENGTH = 214;

/** The stored form of a source, such as `npm:@acme/files@1.2.0`; undefined for an invalid value. */
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

/** A stored source in responses. */
export const mcpSource = (stored: string | null): McpSource | null =>
  stored === null ? null : { npm: stored.slice(SCHEME.length) };
