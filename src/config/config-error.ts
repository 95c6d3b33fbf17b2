/** The configuration is invalid. The message lists all faults, one per line, each with its key and rule. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`the configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}
