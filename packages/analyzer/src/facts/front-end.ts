import type { TextFile } from '../files/text-file.js';

/** Folders whose scripts are sent to browsers. */
const FOLDERS = new Set([
  'public',
  'static',
  'assets',
  'frontend',
  'front-end',
  'www',
  'wwwroot',
  'webapp',
  'webui',
]);
const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)$/iu;

/** What only scripts of pages use. */
const PAGE =
  /\bdocument\.(?:getElementById|querySelector|createElement|addEventListener|body)\b|\bwindow\.(?:location|addEventListener|localStorage)\b|\b(?:local|session)Storage\.(?:get|set)Item\b|\bcreateRoot\(|\bcreateApp\(/u;
/** What only programs that run on Node.js use. */
const SERVER =
  /(?:from\s*|require\(\s*|import\(\s*)["'](?:node:[\w/]+|https?|fs|net|child_process|express|fastify|koa|hono|@modelcontextprotocol\/sdk\/server[\w/.-]*)["']|\bprocess\.(?:argv|stdin|exit)\b/u;

/** Whether a file runs in a browser: what it checks does not protect the server. */
export function isFrontEnd({ path, text }: Pick<TextFile, 'path' | 'text'>): boolean {
  if (!SCRIPT.test(path) || SERVER.test(text)) return false;
  if (/\.(?:vue|svelte)$/iu.test(path)) return true;
  const inFolder = path
    .split('/')
    .slice(0, -1)
    .some((folder) => FOLDERS.has(folder.toLowerCase()));
  return inFolder || PAGE.test(text);
}
