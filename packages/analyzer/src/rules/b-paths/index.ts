import type { Rule } from '../rule.js';
import { anyPathByDesign } from './any-path-by-design.js';
import { archiveExtraction } from './archive-extraction.js';
import { archiveNames } from './archive-names.js';
import { fileAccess } from './file-access.js';
import { folderAccess } from './folder-access.js';
import { linkCheck } from './link-check.js';
import { prefixCheck } from './prefix-check.js';

/** The rules of class B: path traversal and arbitrary file access. */
export const rules: readonly Rule[] = [
  fileAccess,
  folderAccess,
  prefixCheck,
  linkCheck,
  archiveExtraction,
  archiveNames,
  anyPathByDesign,
];
