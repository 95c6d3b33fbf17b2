import { existsSync } from 'node:fs';
import { readConfigFile } from './config-file.js';
import {
  CONFIG_KEYS,
  environmentName,
  secretFileName,
  type ConfigKey,
  type ConfigKeyName,
  type ConfigValue,
} from './config-keys.js';
import { readSecretFile } from './secret-file.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads values of configuration keys from the environment and the YAML file, and collects what is wrong. */
export class ConfigReader {
  readonly faults: string[] = [];
  private readonly file: ReadonlyMap<string, string>;
  private readonly secretFiles = new Map<ConfigKeyName, string | undefined>();

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
    const text = this.secretFile(name) ?? this.variable(environmentName(name)) ?? this.file.get(name);
    if (text === undefined) return key.fallback as ConfigValue<K>;
    const parsed = key.parse(text);
    if ('value' in parsed) return parsed.value as ConfigValue<K>;
    this.fault(name, parsed.must);
    return key.fallback as ConfigValue<K>;
  }

  /** Records that a key must be something else; only the first fault of a key is reported. */
  fault(name: ConfigKeyName, must: string, variable = this.variableOf(name)): void {
    if (this.faults.some((fault) => fault.startsWith(`${name} (`))) return;
    this.faults.push(`${name} (${variable}) must ${must}`);
  }

  /** The variable through which a key is set, or could be. */
  private variableOf(name: ConfigKeyName): string {
    return this.secretFiles.get(name) === undefined ? environmentName(name) : secretFileName(name);
  }

  /** An empty variable counts as unset: compose files pass empty ones for what is not configured. */
  private variable(name: string): string | undefined {
    const value = this.environment[name];
    return value === '' ? undefined : value;
  }

  /** The secret in the file that `<NAME>_FILE` names, which is read once. */
  private secretFile(name: ConfigKeyName): string | undefined {
    if (!this.secretFiles.has(name)) this.secretFiles.set(name, this.readSecretFile(name));
    return this.secretFiles.get(name);
  }

  private readSecretFile(name: ConfigKeyName): string | undefined {
    const { isSecret = false }: ConfigKey = CONFIG_KEYS[name];
    const variable = secretFileName(name);
    const path = isSecret ? this.variable(variable) : undefined;
    if (path === undefined) return undefined;
    const isGivenTwice = this.variable(environmentName(name)) !== undefined;
    const parsed = isGivenTwice
      ? { must: `not be set together with ${environmentName(name)}` }
      : readSecretFile(path);
    if ('value' in parsed) return parsed.value;
    this.fault(name, parsed.must, variable);
    return undefined;
  }
}
