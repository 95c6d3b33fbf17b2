import type { Frame } from '../frame.js';
import type { Source, SourceKind, Taint } from '../values/taint.js';

/** The sources of untrusted content that a run has met, one for each location. */
export class Sources {
  private readonly byLocation = new Map<string, Source>();

  /** Content of the source at a location. */
  at(kind: SourceKind, name: string, frame: Pick<Frame, 'module' | 'entry'>, line: number): Taint {
    const { entry, module: file } = frame;
    const location = `${kind} ${name} ${file}:${line} ${entry.name}`;
    const id = this.byLocation.size;
    const existing = this.byLocation.get(location);
    const source = existing ?? {
      kind,
      name,
      file,
      line,
      entry: entry.name,
      early: entry.kind === 'module',
      id,
    };
    this.byLocation.set(location, source);
    const last = { file, line, message: `${name} comes in`, previous: undefined };
    return { source, sanitizedFor: 0, last };
  }
}
