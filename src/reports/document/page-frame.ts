import { Markup, markup } from '../../hub/platform/pages/markup.js';
import { fontFaces } from './fonts.js';
import { joined, NOTHING, when } from './html.js';
import type { PdfMetadata } from './pdf-metadata.js';
import type { Paper } from './report-data.js';
import { cssString } from './shown-text.js';
import { styleSheet, type PageSection } from './style.js';

/** A part of a section that the contents name. */
export interface Subsection {
  readonly id: string;
  readonly title: string;
}

/** A section of a document: on pages of its own, named in the contents. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly subsections?: readonly Subsection[];
  readonly body: Markup;
}

/** The parts of a document. */
export interface DocumentParts {
  readonly paper: Paper;
  readonly metadata: PdfMetadata;
  /** The text at the top of each page. */
  readonly running: string;
  readonly cover: Markup;
  readonly sections: readonly Section[];
}

type Numbered = Section & PageSection;

function entry(id: string, title: Markup | string, page?: string): Markup {
  const place = when(
    page !== undefined,
    () => markup`<span class="dots"></span><span class="page">${page ?? ''}</span>`,
  );
  return markup`<a class="entry" href="#${id}"><span>${title}</span>${place}</a>`;
}

function contents(sections: readonly Numbered[]): Markup {
  const items = sections.map(({ id, title, number, subsections = [] }) => {
    const parts = subsections.map((part) => markup`<li>${entry(part.id, part.title)}</li>`);
    const inner = when(parts.length > 0, () => markup`<ol>${joined(parts)}</ol>`);
    return markup`<li>${entry(id, `${number} ${title}`, `${number}-1`)}${inner}</li>`;
  });
  return markup`<nav class="contents" aria-labelledby="contents"><h2 id="contents">Contents</h2><ol>${joined(items)}</ol><p class="soft">Pages are numbered within each section: 4-2 is the second page of section 4.</p></nav>`;
}

const sectionHtml = ({ id, title, number, name, body }: Numbered): Markup =>
  markup`<section class="${name}" aria-labelledby="${id}"><h2 id="${id}">${String(number)} ${title}</h2>${body}</section>`;

/**
 * A document as one HTML page for print, without scripts and without references to anything outside. Each text in it was
 * escaped before.
 */
export function documentHtml(parts: DocumentParts): string {
  const { metadata } = parts;
  const sections = parts.sections.map((section, index): Numbered => ({
    ...section,
    name: `s${index + 1}`,
    number: index + 1,
  }));
  const front = { id: 'front', title: '', name: 'front', number: 0, body: NOTHING };
  const body = markup`<header class="cover">${parts.cover}</header>
<main><section class="front">${contents(sections)}</section>
${joined(sections.map(sectionHtml), '\n')}</main>`;
  const meta = markup`<title>${metadata.title}</title>
<meta name="author" content="${metadata.author}"><meta name="description" content="${metadata.subject}">
<meta name="generator" content="mcp-hub"><meta name="date" content="${metadata.createdAt}">`;
  const style = styleSheet(parts.paper, [front, ...sections], cssString(parts.running));
  const fonts = fontFaces(`${body.text}${parts.running}…\u{fffd}`);
  return `<!doctype html>
<html lang="en" dir="ltr">
<head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'">
${meta.text}
<style>${fonts}
${style}</style></head>
<body>
${body.text}
</body></html>
`;
}
