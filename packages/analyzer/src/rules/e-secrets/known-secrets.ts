import { taintsHere } from '../../engine/values/derive.js';
import type { Frame } from '../../engine/frame.js';
import { taintsWithin } from '../../engine/values/objects.js';
import { isSurelySecretName } from '../../engine/values/secret-names.js';
import { SanitizedFor, type Source, type SourceKind, type Taint } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import { isSecret, describeSecret } from '../support/secrets.js';
import type { StoreCheck } from '../rule.js';

/** Sources that are secrets if their variable's name says so. */
const UNNAMED: ReadonlySet<SourceKind> = new Set(['file-content']);

/** Tracks sources that are secrets by name: the content of a file stored as `password`. */
export class KnownSecrets {
  private readonly named = new Map<Source, string>();

  /** For stores under the name of a secret. */
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

  /** A secret in a value. */
  in(value: Value, frame: Frame): Taint | undefined {
    return taintsWithin(value, frame).find((taint) => this.isKnown(taint));
  }

  /** The name of a secret in a description; never its value. */
  described(taint: Taint): string {
    const name = this.named.get(taint.source);
    return name === undefined ? describeSecret(taint) : `\`${name}\``;
  }
}
