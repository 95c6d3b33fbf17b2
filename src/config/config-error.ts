/** The start is refused: every fault at once, one a line, each naming its key and what it must be. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`the configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}
