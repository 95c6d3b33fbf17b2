import { amazonQ } from './amazon-q.js';
import { antigravity } from './antigravity.js';
import { anyClient } from './any-client.js';
import { claudeCode } from './claude-code.js';
import { claudeDesktop } from './claude-desktop.js';
import type { ClientFormat } from './client-format.js';
import { cline } from './cline.js';
import { codex } from './codex.js';
import { continueDev } from './continue.js';
import { copilot } from './copilot.js';
import { cursor } from './cursor.js';
import { devin } from './devin.js';
import { gemini } from './gemini.js';
import { goose } from './goose.js';
import { jetbrains } from './jetbrains.js';
import { junie } from './junie.js';
import { kiro } from './kiro.js';
import { lmStudio } from './lm-studio.js';
import { opencode } from './opencode.js';
import { roo } from './roo.js';
import { visualStudio } from './visual-studio.js';
import { vscode } from './vscode.js';
import { windsurf } from './windsurf.js';
import { zed } from './zed.js';

/** The formats that are read, in the order in which their files are read and shown. */
export const CLIENT_FORMATS: readonly ClientFormat[] = [
  anyClient,
  claudeCode,
  claudeDesktop,
  vscode,
  visualStudio,
  cursor,
  copilot,
  codex,
  gemini,
  antigravity,
  windsurf,
  devin,
  zed,
  opencode,
  cline,
  roo,
  kiro,
  amazonQ,
  junie,
  jetbrains,
  continueDev,
  goose,
  lmStudio,
];
