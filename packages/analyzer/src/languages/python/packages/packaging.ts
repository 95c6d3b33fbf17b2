import { compare, valid } from '@renovatebot/pep440';
import type { LinkedPackaging, Packaging, PackagingInProgress } from '../../packaging.js';
import { fileName } from '../../../files/package-path.js';
import { readPdmLock } from './pdm-lock.js';
import { readPipfile, readPipfileLock } from './pipfile.js';
import { readPoetryLock } from './poetry-lock.js';
import { readPylock } from './pylock.js';
import { readPyproject } from './pyproject.js';
import { normalizedPypiName } from '../../../packages/package-names.js';
import { isRequirementsPath, RequirementLists } from './requirement-lists.js';
import { hasScriptMetadata, readScriptMetadata } from './script-metadata.js';
import { readSetupCfg } from './setup-cfg.js';
import { readSetupPy } from './setup-py.js';
import { readUvLock } from './uv-lock.js';
import { filesOfModule } from './module-files.js';
import { isMetadataPath, WheelMetadata } from './wheel-metadata.js';

/** Requirements files and the descriptions of installed packages. */
class PythonPackaging implements LinkedPackaging {
  private readonly lists: RequirementLists;
  private readonly metadata: WheelMetadata;

  constructor(private readonly packages: PackagingInProgress) {
    this.lists = new RequirementLists(packages);
    this.metadata = new WheelMetadata(packages);
  }

  readManifest(path: string): boolean {
    return this.metadata.readManifest(path) || this.lists.readManifest(path) || this.readScript(path);
  }

  private readScript(path: string): boolean {
    const bytes = this.packages.source.files.get(path);
    if (bytes === undefined || !hasScriptMetadata(path, bytes)) return false;
    const manifest = this.packages.readAsManifest(path, readScriptMetadata);
    if (manifest !== undefined) this.packages.addManifest(manifest);
    // It may be a manifest of another kind, too.
    return false;
  }

  finishManifests(): void {
    this.lists.finishManifests();
    this.metadata.finishManifests();
  }
}

/** The names of lockfiles in the standard format (PEP 751). */
const PYLOCK = /^pylock(?:\.[^.]+)?\.toml$/u;

export const PYPI: Packaging = {
  ecosystem: 'PyPI',
  runtime: 'python',
  purlType: 'pypi',
  namespaces: 'none',
  normalizedName: normalizedPypiName,
  // The part behind `+` names a build of the same release.
  versions: { read: (text) => valid(text)?.replace(/\+.*$/su, '') ?? undefined, compare },
  names: {
    manifests: ['pyproject.toml', 'setup.cfg', 'pipfile'],
    lockfiles: ['poetry.lock', 'uv.lock', 'pdm.lock', 'pipfile.lock'],
  },
  isManifest: (path) => isRequirementsPath(path) || isMetadataPath(path),
  manifests: {
    'pyproject.toml': readPyproject,
    'setup.cfg': readSetupCfg,
    'setup.py': readSetupPy,
    Pipfile: readPipfile,
  },
  lockfiles: {
    'poetry.lock': readPoetryLock,
    'uv.lock': readUvLock,
    'pdm.lock': readPdmLock,
    'Pipfile.lock': readPipfileLock,
  },
  lockfileReader: (path) =>
    PYLOCK.test(fileName(path)) ? readPylock : path.endsWith('.py.lock') ? readUvLock : undefined,
  isManifestSource: hasScriptMetadata,
  unread: {},
  linked: (packages) => new PythonPackaging(packages),
  filesOfEntry: filesOfModule,
};
