/** What the archive says about itself. */
export interface BundleFacts {
  /** Name of the package without its scope, as the slug of a server. */
  readonly slug?: string;
  readonly version?: string;
}

/** Why a file cannot be a bundle. */
export class NotABundle extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NotABundle';
  }
}

// Manifests are near the start of archives; what comes later is not worth reading twice.
const MAX_READ_BYTES = 16 * 1024 * 1024;
const MAX_MANIFEST_BYTES = 1024 * 1024;
const BLOCK = 512;
const MAGIC_AT = 257;

/**
 * Looks for the manifest of the package in the start of a gzipped tar archive.
 * @throws NotABundle if it is something else
 */
export async function readBundle(file: Blob): Promise<BundleFacts> {
  const magic = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (magic[0] !== 0x1f || magic[1] !== 0x8b) {
    throw new NotABundle(
      'This is not a gzipped archive. Make one with tar -czf bundle.tgz in the folder of the server.',
    );
  }
  const bytes = await unpackedStart(file);
  if (text(bytes.subarray(MAGIC_AT, MAGIC_AT + 5)) !== 'ustar') {
    throw new NotABundle('The file is compressed, but no tar archive is in it. Make it with tar -czf.');
  }
  return manifestIn(bytes);
}

/** The first bytes of what the file unpacks to. */
async function unpackedStart(file: Blob): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    while (length < MAX_READ_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      length += value.length;
    }
  } catch (cause) {
    throw new NotABundle('The archive is damaged: it cannot be unpacked.', { cause });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return joined(chunks, length);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** Name and version in the package.json that is nearest to the root. */
function manifestIn(bytes: Uint8Array): BundleFacts {
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const header = bytes.subarray(at, at + BLOCK);
    const name = text(header.subarray(0, 100));
    const size = Number.parseInt(text(header.subarray(124, 136)), 8);
    if (name === '' || !Number.isSafeInteger(size)) break;
    const start = at + BLOCK;
    if (/^(?:\.\/)?(?:package\/)?package\.json$/.test(name) && size <= MAX_MANIFEST_BYTES)
      return factsOf(new TextDecoder().decode(bytes.subarray(start, start + size)));
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return {};
}

function factsOf(manifest: string): BundleFacts {
  try {
    const { name, version } = JSON.parse(manifest) as { readonly name?: unknown; readonly version?: unknown };
    const slug = typeof name === 'string' ? name.replace(/^@[^/]*\//, '') : '';
    return {
      ...(slug !== '' && { slug }),
      ...(typeof version === 'string' && version !== '' && { version }),
    };
  } catch {
    return {};
  }
}

/** Bytes up to the first zero, as text. */
function text(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end)).trim();
}
