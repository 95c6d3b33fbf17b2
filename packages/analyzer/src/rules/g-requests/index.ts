import type { Rule } from '../rule.js';
import { anyAddress } from './any-address.js';
import { anySocket } from './any-socket.js';
import { fetchesByDesign } from './fetches-by-design.js';
import { fileScheme } from './file-scheme.js';
import { firstHop } from './first-hop.js';
import { openSegment } from './open-segment.js';
import { openRedirect } from './open-redirect.js';

/** The rules of class G: server-side request forgery. */
export const rules: readonly Rule[] = [
  anyAddress,
  anySocket,
  fetchesByDesign,
  firstHop,
  fileScheme,
  openRedirect,
  openSegment,
];
