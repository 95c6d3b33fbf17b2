import { existsSync } from 'node:fs';
import { readConfigFile, readSecretFile } from './config-file.js';
import {
  environmentName,
  secretFileName,
  type ConfigKey,
  type ConfigKeys,
  type ConfigValue,
} from './config-key.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Access to the values of the keys of one concern. */
export interface KeyReader<Keys extends ConfigKeys> {
  /** The value of a key; its fallback if it is unset or invalid. */
  readonly read: <K extends keyof Keys & string>(name: K) => ConfigValue<Keys[K]>;
  /** Records a fault of a key; only the first one of each key is reported. */
  readonly fault: (name: keyof Keys & string, must: string) => void;
}

/** Reads values of configuration keys from the environment and the YAML file, and collects all faults. */
export class ConfigReader {
  readonly faults: string[] = [];
  private readonly file: ReadonlyMap<string, string>;
  private readonly secretFiles = new Map<string, string | undefined>();

  /** @param keys all existing keys: the file must not have others */
  constructor(
    keys: ConfigKeys,
    private readonly environment: Environment,
  ) {
    const named = environment['CONFIG_FILE'] === '' ? undefined : environment['CONFIG_FILE'];
    const path = named ?? './config.yaml';
    const { texts, faults } = existsSync(path)
      ? readConfigFile(path, Object.keys(keys))
      : { texts: new Map<string, string>(), faults: [] };
    this.file = texts;
    this.faults.push(...faults);
    if (named !== undefined && !existsSync(named)) this.faults.push('CONFIG_FILE must name an existing file');
    // Every key is read, so that unused keys are checked too.
    for (const [name, key] of Object.entries(keys)) this.read(name, key);
  }

  /** Access to the keys of one concern. */
  of<Keys extends ConfigKeys>(keys: Keys): KeyReader<Keys> {
    return {
      read: <K extends keyof Keys & string>(name: K) => this.read(name, keys[name]) as ConfigValue<Keys[K]>,
      fault: (name, must) => this.fault(name, must),
    };
  }

  private read(name: string, key: ConfigKey | undefined): unknown {
    if (key === undefined) throw new Error(`${name} is not a key of this concern`);
    const text = this.secretFile(name, key) ?? this.variable(environmentName(name)) ?? this.file.get(name);
    if (text === undefined) return key.fallback;
    const parsed = key.parse(text);
    if ('value' in parsed) return parsed.value;
    this.fault(name, parsed.must);
    return key.fallback;
  }

  private fault(name: string, must: string, variable = this.variableOf(name)): void {
    if (this.faults.some((fault) => fault.startsWith(`${name} (`))) return;
    this.faults.push(`${name} (${variable}) must ${must}`);
  }

  /** The variable that sets a key, or could set it. */
  private variableOf(name: string): string {
    return this.secretFiles.get(name) === undefined ? environmentName(name) : secretFileName(name);
  }

  /** An empty variable counts as unset: compose files pass empty ones for what is not configured. */
  private variable(name: string): string | undefined {
    const value = this.environment[name];
    return value === '' ? undefined : value;
  }

  /** The secret in the file named by `<NAME>_FILE`, which is read only once. */
  private secretFile(name: string, { isSecret = false }: ConfigKey): string | undefined {
    if (!isSecret) return undefined;
    if (!this.secretFiles.has(name)) this.secretFiles.set(name, this.readSecretFile(name));
    return this.secretFiles.get(name);
  }

  private readSecretFile(name: string): string | undefined {
    const variable = secretFileName(name);
    const path = this.variable(variable);
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
