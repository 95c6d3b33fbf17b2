import type { Rule } from '../rule.js';
import { codeEvaluation } from './code-evaluation.js';
import { deserialization } from './deserialization.js';
import { exportedCommand } from './exported-command.js';
import { methodChoice } from './method-choice.js';
import { moduleChoice } from './module-choice.js';
import { optionArguments } from './option-arguments.js';
import { pageScript } from './page-script.js';
import { programChoice } from './program-choice.js';
import { remoteAddressOpened } from './remote-address-opened.js';
import { remoteCommand } from './remote-command.js';
import { runsByDesign } from './runs-by-design.js';
import { shellCommand } from './shell-command.js';
import { templateSource } from './template-source.js';
import { writtenCode } from './written-code.js';

/** The rules of class A: command and code execution. */
export const rules: readonly Rule[] = [
  shellCommand,
  programChoice,
  codeEvaluation,
  moduleChoice,
  deserialization,
  templateSource,
  optionArguments,
  pageScript,
  remoteCommand,
  writtenCode,
  runsByDesign,
  exportedCommand,
  remoteAddressOpened,
  methodChoice,
];
