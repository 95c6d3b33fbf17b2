import type { OriginOf, TextFile } from '../files/text-file.js';
import type { Tool } from '../surface/surface.js';
import type { Finding } from './finding.js';

/** The positions in files of what was found in texts that were made of them: minified code is analyzed with more line breaks. */
export class Origins {
  private readonly byPath: ReadonlyMap<string, OriginOf>;

  constructor(texts: readonly TextFile[]) {
    this.byPath = new Map(
      texts.flatMap(({ path, originOf }) => (originOf ? [[path, originOf] as const] : [])),
    );
  }

  /** The findings with the locations and traces in the files. */
  findings(findings: readonly Finding[]): readonly Finding[] {
    if (this.byPath.size === 0) return findings;
    return findings.map((finding) => ({
      ...finding,
      location: this.location(finding.location),
      trace: finding.trace.map((step) => ({ ...step, line: this.line(step.path, step.line) })),
    }));
  }

  /** The tools with the lines in the files. */
  tools(tools: readonly Tool[]): readonly Tool[] {
    return tools.map((tool) => ({ ...tool, line: this.line(tool.file, tool.line) }));
  }

  private line(path: string, line: number): number {
    return this.byPath.get(path)?.(line).line ?? line;
  }

  private location(location: Finding['location']): Finding['location'] {
    const originOf = this.byPath.get(location.path);
    if (!originOf) return location;
    const start = originOf(location.startLine, location.startColumn);
    const end = originOf(location.endLine, location.endColumn);
    return {
      ...location,
      startLine: start.line,
      endLine: end.line,
      startColumn: start.column,
      ...(location.endColumn !== undefined && { endColumn: end.column }),
    };
  }
}
