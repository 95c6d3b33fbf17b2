import { existsSync } from 'node:fs';
import { readConfigFile } from './config-file.js';
import {
  CONFIG_KEYS,
  environmentName,
  type ConfigKey,
  type ConfigKeyName,
  type ConfigValue,
} from './config-keys.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads values of configuration keys from the environment and the YAML file, and collects what is wrong. */
export class ConfigReader {
  readonly faults: string[] = [];
  private readonly file: ReadonlyMap<string, string>;

  constructor(private readonly environment: Environment) {
    const named = environment['CONFIG_FILE'] === '' ? undefined : environment['CONFIG_FILE'];
    const path = named ?? './config.yaml';
    const { texts, faults } = existsSync(path)
      ? readConfigFile(path)
      : { texts: new Map<string, string>(), faults: [] };
    this.file = texts;
    this.faults.push(...faults);
    if (named !== undefined && !existsSync(named)) this.faults.push('CONFIG_FILE must name an existing file');
  }

  /** The value of a key; its fallback when it is not set, or not valid. */
  read<K extends ConfigKeyName>(name: K): ConfigValue<K> {
    const key: ConfigKey = CONFIG_KEYS[name];
    const variable = this.environment[environmentName(name)];
    // An empty variable counts as unset: compose files pass empty ones for what is not configured.
    const text = variable === undefined || variable === '' ? this.file.get(name) : variable;
    if (text === undefined) return key.fallback as ConfigValue<K>;
    const parsed = key.parse(text);
    if ('value' in parsed) return parsed.value as ConfigValue<K>;
    this.fault(name, parsed.must);
    return key.fallback as ConfigValue<K>;
  }

  /** Records that a key must be something else; the first fault of a key is the one that is told. */
  fault(name: ConfigKeyName, must: string): void {
    const beginning = `${name} (${environmentName(name)}) must `;
    if (!this.faults.some((fault) => fault.startsWith(beginning))) this.faults.push(beginning + must);
  }
}
