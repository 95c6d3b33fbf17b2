import { resultTargets } from '../engine/values/external-values.js';
import { inflow, runCallbacks } from '../engine/calls/calls.js';
import { joinTaints } from '../engine/values/taint.js';
import { UNKNOWN } from '../engine/values/value.js';
import { byName, type Model } from './model.js';
import names from './names.json' with { type: 'json' };

/** The source name of an archive's entries: whoever made the archive chose their names. Rules check for it. */
export const ARCHIVE_ENTRIES = 'the entries of an archive';

/** An opened archive: its entries, with the taint of the archive itself; callbacks get them as well. */
const opened: Model = (event, machine) => {
  const { frame, node } = event;
  const own = machine.source('file-content', ARCHIVE_ENTRIES, frame, node.line);
  const taints = joinTaints([own], inflow(event));
  const value = { ...UNKNOWN, taints, key: machine.newKey(), targets: resultTargets(event) };
  runCallbacks(event, value, machine);
  return value;
};

/** Functions that return the entries of archives. */
export const GO_ARCHIVES: Readonly<Record<string, Model>> = byName(names.archives.go, opened);
export const JAVASCRIPT_ARCHIVES: Readonly<Record<string, Model>> = byName(names.archives.javascript, opened);
export const PYTHON_ARCHIVES: Readonly<Record<string, Model>> = byName(names.archives.python, opened);
