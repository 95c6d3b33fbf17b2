import { isSingleLine } from '../../../common/values/text.js';

/** The rule in an error message. */
export const SOURCE_PATH_RULE =
  'must be the path of a folder in the repository, such as servers/files, without . and .. and at most 512 characters long';

const MAX_LENGTH = 512;
const SEGMENT = /^(?!\.{1,2}$)[^/\\]+$/;

/** Whether a value names a folder of a repository by its path, without slashes around it; empty for the repository itself. */
export const isSourcePath = (value: unknown): value is string =>
  isSingleLine(value, MAX_LENGTH) &&
  (value === '' || value.split('/').every((segment) => SEGMENT.test(segment)));
