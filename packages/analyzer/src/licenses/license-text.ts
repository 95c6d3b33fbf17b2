import { decodeSource } from '../files/decode-source.js';
import type { PackageFiles } from '../files/source-file.js';

const MAX_LENGTH = 200_000;

interface Phrases {
  readonly id: string;
  /** Phrases that the text contains, in any order; the first one marks the beginning of the license. */
  readonly all: readonly string[];
  /** Phrases that the text does not contain, because they belong to another license. */
  readonly none?: readonly string[];
}

const BSD = 'redistribution and use in source and binary forms';
const ENDORSE = 'endorse or promote products derived from this software';
const MIT_GRANT = 'permission is hereby granted, free of charge, to any person obtaining a copy';
const MIT_NOTICE = 'this permission notice shall be included in all copies or substantial portions';
const ISC_GRANT =
  'permission to use, copy, modify, and/or distribute this software for any purpose with or without fee';
const ISC_NOTICE = 'provided that the above copyright notice and this permission notice appear in all copies';

const TEXTS: readonly Phrases[] = [
  { id: 'AGPL-3.0-only', all: ['gnu affero general public license version 3'] },
  { id: 'LGPL-3.0-only', all: ['gnu lesser general public license version 3'] },
  { id: 'LGPL-2.1-only', all: ['gnu lesser general public license version 2.1'] },
  { id: 'GPL-3.0-only', all: ['gnu general public license version 3'] },
  { id: 'GPL-2.0-only', all: ['gnu general public license version 2'] },
  { id: 'MPL-2.0', all: ['mozilla public license version 2.0', 'covered software'] },
  { id: 'Apache-2.0', all: ['apache license version 2.0', 'terms and conditions for use, reproduction'] },
  { id: 'Apache-2.0', all: ['licensed under the apache license version 2.0'] },
  { id: 'SSPL-1.0', all: ['server side public license version 1'] },
  { id: 'BUSL-1.1', all: ['business source license 1.1', 'additional use grant'] },
  { id: 'Elastic-2.0', all: ['elastic license 2.0', 'hosted or managed service'] },
  { id: 'Unlicense', all: ['this is free and unencumbered software released into the public domain'] },
  { id: 'CC0-1.0', all: ['cc0 1.0 universal'] },
  { id: 'BlueOak-1.0.0', all: ['blue oak model license version 1.0.0'] },
  { id: 'BlueOak-1.0.0', all: ['blue oak model license', 'version 1.0.0', 'blueoakcouncil.org'] },
  { id: 'BSD-3-Clause', all: [BSD, ENDORSE] },
  {
    id: 'BSD-2-Clause',
    all: [BSD, 'in binary form must reproduce'],
    none: [ENDORSE, 'all advertising materials'],
  },
  { id: 'MIT', all: [MIT_GRANT, MIT_NOTICE] },
  {
    id: 'MIT-0',
    all: [MIT_GRANT, 'the software is provided "as is"'],
    none: [MIT_NOTICE, 'shall be included'],
  },
  { id: 'ISC', all: [ISC_GRANT, ISC_NOTICE] },
  { id: 'ISC', all: [ISC_GRANT.replace('and/or', 'and'), ISC_NOTICE] },
  { id: '0BSD', all: [ISC_GRANT], none: [ISC_NOTICE] },
];
/** Conditions added to a license that make it non-free. */
const RESTRICTIONS = ['commons clause', 'the software may not be used for commercial purposes'];

/** On one line and in lower case, without comment and list markers, with plain quotes. */
const normalized = (text: string): string =>
  text
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/^[\s/*#;>=-]+/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/license,? version/g, 'license version');

/** Whether a text adds restrictive conditions to a free license, so that its source may be read and little more. */
export function isRestricted(text: string): boolean {
  const line = normalized(text);
  return RESTRICTIONS.some((restriction) => line.includes(restriction));
}

/**
 * The SPDX identifier of a license text; undefined when it is unknown or has further conditions. Of several licenses, the first
 * one: those of third parties come after the package's own.
 */
export function licenseOfText(text: string): string | undefined {
  if (isRestricted(text)) return undefined;
  const line = normalized(text);
  const found = TEXTS.filter(
    ({ all, none = [] }) =>
      all.every((phrase) => line.includes(phrase)) && !none.some((phrase) => line.includes(phrase)),
  ).map(({ id, all: [first = ''] }) => ({ id, at: line.indexOf(first) }));
  // Of licenses at the same index, the first in the table wins.
  return found.reduce<{ id: string; at: number } | undefined>(
    (best, other) => (best === undefined || other.at < best.at ? other : best),
    undefined,
  )?.id;
}

const NAME = /^(?:licen[cs]e|copying|unlicense)(?:[-.][^/]*)?$/i;

/** The license text in the package's root folder; undefined without one. Of several files, the one with the shortest name. */
export function licenseTextOf(files: PackageFiles): string | undefined {
  const paths = [...files.keys()].filter((path) => NAME.test(path)).sort();
  const [path] = paths.sort((one, other) => one.length - other.length);
  const bytes = path === undefined ? undefined : files.get(path);
  return bytes === undefined ? undefined : decodeSource(bytes).text;
}
