import { taintsHere } from '../../engine/derive.js';
import type { Frame } from '../../engine/machine.js';
import { taintsWithin } from '../../engine/objects.js';
import { isSurelySecretName } from '../../engine/secret-names.js';
import { SanitizedFor, type Source, type SourceKind, type Taint } from '../../engine/taint.js';
import type { Value } from '../../engine/value.js';
import { isSecret, describeSecret } from '../support/secrets.js';
import type { StoreCheck } from '../rule.js';

/** What may become a secret by the name that it is given. */
const UNNAMED: ReadonlySet<SourceKind> = new Set(['file-content']);

/** Remembers what becomes a secret by the name that it is stored under: the content of a file kept as `password`. */
export class KnownSecrets {
  private readonly named = new Map<Source, string>();

  /** Hears of what is stored under the name of a secret. */
  readonly stores: StoreCheck = {
    names: (name) => isSurelySecretName(name) && name.toLowerCase() !== 'secret',
    check: ({ name, value, frame }) => {
      if (value.taints.length === 0 || value.objects.length > 0) return;
      for (const { source } of taintsHere(value, frame))
        if (UNNAMED.has(source.kind) && !this.named.has(source)) this.named.set(source, name);
    },
  };

  private isKnown(taint: Taint): boolean {
    return (
      isSecret(taint) || (this.named.has(taint.source) && (taint.sanitizedFor & SanitizedFor.SECRET) === 0)
    );
  }

  /** A secret that a value carries. */
  in(value: Value, frame: Frame): Taint | undefined {
    return taintsWithin(value, frame).find((taint) => this.isKnown(taint));
  }

  /** How it is named: by its name alone. */
  described(taint: Taint): string {
    const name = this.named.get(taint.source);
    return name === undefined ? describeSecret(taint) : `\`${name}\``;
  }
}
