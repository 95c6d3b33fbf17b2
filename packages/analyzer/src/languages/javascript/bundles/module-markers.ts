import type * as ast from '@babel/types';

/** Where the code of a module starts in a bundle. */
export interface ModuleMarker {
  readonly start: number;
  /** The path of its source; undefined where the code of a module ends and no other one starts. */
  readonly path: string | undefined;
}

/** `// src/a.ts` and `// node_modules/a/index.js` of esbuild and Bun. */
const MODULE = /^ ((?:[\w-]+:)?[^\s:*?"<>|][^:*?"<>|]*\.(?:[cm]?[jt]sx?|json|vue|svelte|node|wasm))$/u;
/** `//#region src/a.ts` of Rolldown. */
const REGION = /^#region (?:\\0)?(\S.*)$/u;
const END = '#endregion';
/** `!*** ./src/a.ts ***!` of webpack. */
const BANNER = /^!\*+!\\\n\s*!\*\*\* (\S+) (?:.*)\*\*\*!\n/u;

function markerIn({ type, value, start }: ast.Comment): ModuleMarker | undefined {
  if (start === undefined) return undefined;
  const text = value.trimEnd();
  if (type === 'CommentLine' && text === END) return { start, path: undefined };
  const path = (type === 'CommentLine' ? (MODULE.exec(text) ?? REGION.exec(text)) : BANNER.exec(value))?.[1];
  return path === undefined ? undefined : { start, path };
}

/** Whether a comment starts its line, at most indented by the function around the whole bundle. */
const startsLine = ({ loc }: ast.Comment): boolean => loc !== undefined && loc.start.column <= 2;

/** The comments by which bundlers mark modules, in order. */
export const moduleMarkers = (comments: readonly ast.Comment[]): ModuleMarker[] =>
  comments.filter(startsLine).flatMap((comment) => markerIn(comment) ?? []);
