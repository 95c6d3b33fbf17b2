import type { Paper } from './report-data.js';
import { FONT_STACKS } from './fonts.js';

/** A part of the document on pages of its own; `name` is that of its pages in CSS. */
export interface PageSection {
  readonly name: string;
  /** From 1; 0 for the pages before the first section. */
  readonly number: number;
}

const SIZES: Readonly<Record<Paper, string>> = { A4: 'A4', LETTER: 'letter' };

/**
 * The pages. Chromium numbers pages, but cannot refer to the number of another page. So each section also counts its own
 * pages (4-1, 4-2), and the contents name the first page of each.
 * @param running the text at the top of pages, as a string of CSS
 */
function pageRules(paper: Paper, sections: readonly PageSection[], running: string): string {
  const each = sections.map(
    ({ name, number }) =>
      `.${name}{page:${name}}@page ${name}{counter-increment:${name};@bottom-right{content:${
        number === 0 ? `counter(${name},lower-roman)` : `"${number}-" counter(${name})`
      }}}`,
  );
  return `
@page{size:${SIZES[paper]};margin:22mm 20mm 20mm;
  @top-left{content:${running};font:400 8pt ${FONT_STACKS.sans};color:#5b6675;line-height:1.2;vertical-align:middle}
  @top-right{content:"Security report";font:400 8pt ${FONT_STACKS.sans};color:#5b6675;line-height:1.2;vertical-align:middle}
  @bottom-left{content:"Page " counter(page) " of " counter(pages);font:400 8pt ${FONT_STACKS.sans};color:#5b6675}
  @bottom-right{font:600 8pt ${FONT_STACKS.sans};color:#17407a}}
@page cover{margin:26mm 24mm 22mm;@top-left{content:none}@top-right{content:none}@bottom-left{content:none}}
.cover{page:cover}
${each.join('\n')}`;
}

const TEXT = `
:root{--ink:#1b2430;--soft:#5b6675;--rule:#c9d0d9;--accent:#17407a;--tint:#eef2f7}
*{box-sizing:border-box}
html{font:400 9.5pt/1.42 ${FONT_STACKS.sans};color:var(--ink);-webkit-print-color-adjust:exact;print-color-adjust:exact}
:lang(ja){font-family:${FONT_STACKS.japanese}}
:lang(ko){font-family:${FONT_STACKS.korean}}
body{margin:0;overflow-wrap:anywhere}
h1,h2,h3,h4,h5{margin:0;line-height:1.2;break-after:avoid;break-inside:avoid}
h1,h2,h3{font-family:${FONT_STACKS.serif};font-weight:600}
h1{font-size:28pt;letter-spacing:-.01em;line-height:1.12}
h1.long{font-size:18pt;line-height:1.2}
h2{font-size:19pt;color:var(--accent);padding-bottom:3mm;border-bottom:.6mm solid var(--accent);margin-bottom:5mm}
h3{font-size:13.5pt;margin:6.5mm 0 2mm}
h2+h3{margin-top:0}
h4{font-size:11pt;font-weight:600;margin:6mm 0 1.5mm}
h5{font-size:9.5pt;font-weight:600;margin:4mm 0 1mm}
p{margin:0 0 2.6mm;orphans:3;widows:3}
ul,ol{margin:0 0 3mm;padding-left:5mm}
li{margin-bottom:.8mm;break-inside:avoid}
a{color:var(--accent);text-decoration:none}
a.external{text-decoration:underline;text-decoration-thickness:.2mm;text-underline-offset:.5mm}
code{font:400 .9em ${FONT_STACKS.code}}
bdi{unicode-bidi:isolate}
.hidden{border:.2mm solid var(--soft);border-radius:.6mm;padding:0 .6mm;font:400 .75em ${FONT_STACKS.code};unicode-bidi:isolate;white-space:nowrap}
.cut{color:var(--soft);font-style:normal;font-size:.9em}
.soft{color:var(--soft)}
.lead{font-family:${FONT_STACKS.serif};font-weight:600;font-size:13pt;line-height:1.35;margin-bottom:5mm}
.note{border-left:.8mm solid var(--accent);background:var(--tint);padding:2mm 3mm;break-inside:avoid}
section{break-before:page}`;

const TABLES = `
table{width:100%;border-collapse:collapse;table-layout:fixed;margin:0 0 5mm;font-size:8.5pt;line-height:1.35}
caption{text-align:left;color:var(--soft);padding-bottom:1.2mm;break-after:avoid}
thead{display:table-header-group}
tr,.whole{break-inside:avoid}
th,td{text-align:left;vertical-align:top;font-weight:400;padding:.8mm 2mm .8mm 0;border-bottom:.15mm solid var(--rule)}
thead th{font-weight:600;border-bottom:.3mm solid var(--ink);vertical-align:bottom}
.unbroken{white-space:nowrap}
.number+td,.number+th:not(.number){padding-left:4mm}
.number+.number{padding-left:0}
.number{text-align:right;font-variant-numeric:tabular-nums}
th:last-child,td:last-child{padding-right:0}
.facts{font-size:9.5pt;margin-bottom:4mm}
.facts th{width:37mm;color:var(--soft)}
.inline{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.5mm 5mm;margin-bottom:2mm;font-size:8.5pt;break-inside:avoid;break-after:avoid}
.inline li{margin:0}
.inline .name{color:var(--soft)}
.inline .value{font-weight:600}
.severity{font-weight:600;white-space:nowrap}
.severity::before{content:"";display:inline-block;width:2.2mm;height:2.2mm;margin-right:1.2mm;border:.3mm solid var(--accent)}
.severity.critical::before{background:var(--accent)}
.severity.high::before{background:linear-gradient(135deg,var(--accent) 50%,#fff 50%)}
.severity.medium::before{background:#c6d3e4}
.result{font-weight:600;white-space:nowrap}
.result.quiet{font-weight:400;color:var(--soft)}`;

const PARTS = `
.cover .brand{font-weight:600;color:var(--accent);font-size:11pt;padding-bottom:4mm;border-bottom:.6mm solid var(--accent);margin-bottom:38mm}
.cover .kind{font-size:12pt;color:var(--soft);margin-bottom:3mm}
.cover h1{margin-bottom:5mm}
.cover .about{font-size:11pt;color:var(--soft);margin-bottom:10mm;max-width:140mm}
.cover .facts{margin-top:8mm}
.verdicts{list-style:none;padding:0;display:grid;grid-template-columns:repeat(3,1fr);margin:0 0 6mm;border-top:.3mm solid var(--ink);border-bottom:.3mm solid var(--ink)}
.verdicts li{padding:3mm 4mm 3mm 0;margin:0;break-inside:avoid}
.verdicts li+li{padding-left:4mm;border-left:.15mm solid var(--rule)}
.verdicts .name,.verdicts .value{display:block}
.verdicts .name{color:var(--soft)}
.verdicts .value{font:600 17pt/1.2 ${FONT_STACKS.serif}}
.severities{grid-template-columns:repeat(4,1fr)}
.contents ol{list-style:none;padding:0}
.contents li{break-inside:avoid;margin-bottom:1.6mm}
.contents .entry{display:flex;gap:2mm;color:var(--ink)}
.contents .entry .dots{flex:1;border-bottom:.25mm dotted var(--soft);transform:translateY(-1.2mm)}
.contents>ol>li>.entry{font-weight:600;font-size:10.5pt}
.contents ol ol{padding-left:7mm;margin:1mm 0 2mm}
.contents .page{font-variant-numeric:tabular-nums}
.chart{display:block;width:100%;max-width:165mm;margin:0 0 4mm;break-inside:avoid}
.chart text{font:400 11px ${FONT_STACKS.sans};fill:var(--ink)}
.chart text.value{text-anchor:end;font-weight:600}
.chart text.small{font-size:9px;fill:var(--soft)}
.chart .track{fill:#e3e8ef}.chart .bar{fill:var(--accent)}
.chart .mark{stroke:var(--ink);stroke-width:.8;stroke-dasharray:2 2}
.chart .grid{stroke:var(--rule);stroke-width:.6}
.chart .line{fill:none;stroke:var(--accent);stroke-width:1.6}.chart .dot{fill:var(--accent)}
.finding{margin:0 0 3mm;padding-left:3mm;border-left:.4mm solid var(--rule);break-inside:avoid}
p:has(+ .commands),p:has(+ ul),p:has(+ ol),p:has(+ .finding){break-after:avoid}
.snippet{margin:0 0 1.5mm;padding:1.2mm 2mm;background:var(--tint);break-inside:avoid}
.snippet code{white-space:pre-wrap}
.where{margin-bottom:1mm;break-after:avoid}
.trace{margin:0 0 1.5mm;font-size:8.5pt}
.addresses{font-size:7.6pt}
.hash code{font-size:7.6pt;overflow-wrap:normal;word-break:break-all}
.commands{margin:0 0 4mm;padding:2mm 3mm;background:var(--tint);break-inside:avoid}
.commands code{white-space:pre-wrap}
.commands p{margin:0 0 1mm}`;

/** The style sheet of a document. */
export const styleSheet = (paper: Paper, sections: readonly PageSection[], running: string): string =>
  `${pageRules(paper, sections, running)}${TEXT}${TABLES}${PARTS}`;
