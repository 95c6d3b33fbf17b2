import { RefusedPackage } from '../files/source-file.js';
import { escapedText } from '../common/escaped-text.js';

/** The bytes are not a gzipped tar, or one that is cut off or damaged. */
export class BrokenArchive extends RefusedPackage {}

/** The bytes end too early: those of a download may be complete the next time. */
export class CutOffArchive extends BrokenArchive {}

/** The archive is larger than the limits of its reader. */
export class TooLargeArchive extends RefusedPackage {}

/** The archive has more entries than its reader takes. */
export class TooManyEntries extends RefusedPackage {}

/** Programs would unpack the archive to different files. */
export class AmbiguousArchive extends RefusedPackage {}

/** @throws AmbiguousArchive with the reason and the entry's name */
export function refuse(reason: string, name: string): never {
  throw new AmbiguousArchive(`${reason}: ${escapedText(name)}`);
}
