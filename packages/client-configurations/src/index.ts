/** Reads configurations of MCP clients: text in, the servers that they start out. */
export { BUILT_IN_RULES, isBuiltInRule, type BuiltInRule, type RuleName } from './built-in-rules.js';
export {
  SETTINGS_FORMATS,
  SETTINGS_LAUNCHERS,
  SETTINGS_TYPES,
  type SettingsFormat,
  type SettingsLauncher,
} from './clients.js';
export { CLIENT_FORMATS } from './formats/client-formats.js';
export type { ClientFormat } from './formats/client-format.js';
export { foldedName, matchesName, WORKSPACE_FILES } from './formats/file-names.js';
export { environmentProblem } from './launch/environment.js';
export { CONFIGURATION_LIMITS, EVALUATION_LIMITS } from './limits.js';
export { fileNameProblem, readServers } from './read-servers.js';
export { isAskable, localProgram, movableTag, NOT_ASKABLE, notPinned } from './references.js';
export { EXACT, runs, type Launch, type Reference, type ServerEntry } from './server-entry.js';
export {
  NO_SERVER,
  startProblems,
  startsNoServer,
  withEnvironmentFile,
  type FactsOf,
  type StartFacts,
} from './start-facts.js';
export { UnreadableConfiguration } from './unreadable-configuration.js';
