import { joinTaints } from '../engine/taint.js';
import { byName, mixed, source, type Model } from './model.js';
import names from './names.json' with { type: 'json' };

/** The source name of an archive's entries: whoever made the archive chose their names. Rules check for it. */
export const ARCHIVE_ENTRIES = 'the entries of an archive';

const entries = source('file-content', () => ARCHIVE_ENTRIES);

/** An opened archive: its entries, with the taint of the archive itself. */
const opened: Model = (event, machine) => {
  const own = entries(event, machine);
  const given = mixed(event, machine);
  return own && given ? { ...own, taints: joinTaints(own.taints, given.taints) } : own;
};

/** Functions that return the entries of archives, in all languages. */
export const ARCHIVES: Readonly<Record<string, Model>> = byName(names.archives.entries, opened);
