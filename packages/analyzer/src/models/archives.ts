import { joinTaints } from '../engine/taint.js';
import { all, mixed, source, type Model } from './model.js';
import names from './names.json' with { type: 'json' };

/** What a source is called that is the content of an archive: names that whoever made it chose. Rules ask for it. */
export const ARCHIVE_ENTRIES = 'the entries of an archive';

const entries = source('file-content', () => ARCHIVE_ENTRIES);

/** An archive that is opened: its entries, and all that flows from where it comes. */
const opened: Model = (event, machine) => {
  const own = entries(event, machine);
  const given = mixed(event, machine);
  return own && given ? { ...own, taints: joinTaints(own.taints, given.taints) } : own;
};

/** What gives the entries of archives, in all languages. */
export const ARCHIVES: Readonly<Record<string, Model>> = all(names.archives.entries, opened);
