/** What decides about what a command starts, for everything that judges commands. */
export { choosesCode, isFolderOfUser } from './common/code-variables.js';
export { commandProblem, hasCommands, startedByArguments } from './common/launcher-words.js';
