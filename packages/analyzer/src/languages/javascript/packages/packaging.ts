import { SEMANTIC_VERSIONS } from '../../../packages/version-order.js';
import type { Packaging } from '../../packaging.js';
import { readBunLock } from './bun-lock.js';
import { NpmPackaging } from './npm-packaging.js';
import { readPackageJson } from './package-json.js';
import { readPackageLock } from './package-lock.js';
import { readPnpmLock } from './pnpm-lock.js';
import { readYarnLock } from './yarn-lock.js';

export const NPM: Packaging = {
  ecosystem: 'npm',
  runtime: 'node',
  purlType: 'npm',
  namespaces: 'scope',
  normalizedName: (name) => name,
  versions: SEMANTIC_VERSIONS,
  names: {
    manifests: ['package.json', 'pnpm-workspace.yaml', 'deno.json', 'deno.jsonc'],
    lockfiles: [
      'package-lock.json',
      'npm-shrinkwrap.json',
      'pnpm-lock.yaml',
      'yarn.lock',
      'bun.lock',
      'bun.lockb',
      'deno.lock',
    ],
  },
  manifests: { 'package.json': readPackageJson },
  lockfiles: {
    'package-lock.json': readPackageLock,
    'npm-shrinkwrap.json': readPackageLock,
    'pnpm-lock.yaml': readPnpmLock,
    'yarn.lock': readYarnLock,
    'bun.lock': readBunLock,
  },
  unread: {
    'bun.lockb':
      "is Bun's binary lockfile, which is not read; `bun install --save-text-lockfile` writes bun.lock",
    'deno.lock': 'is the lockfile of Deno, which is not read',
  },
  linked: (packages) => new NpmPackaging(packages),
};
