import type { Ecosystem } from '../ir/language-names.js';

/** Mirrors of several public registries. */
const MIRRORS = [
  'mirrors.cloud.tencent.com',
  'mirrors.tencent.com',
  'mirrors.huaweicloud.com',
  'repo.huaweicloud.com',
];

/**
 * The domains of the public registries, and of public mirrors, which have the same packages under the same names. All hosts of a
 * domain belong to it.
 */
const PUBLIC: Readonly<Record<Ecosystem, readonly string[]>> = {
  npm: ['npmjs.org', 'npmjs.com', 'yarnpkg.com', 'npmmirror.com', 'npm.taobao.org', 'nlark.com', ...MIRRORS],
  PyPI: [
    'pypi.org',
    'pypi.python.org',
    'pythonhosted.org',
    'pypi.tuna.tsinghua.edu.cn',
    'mirrors.tuna.tsinghua.edu.cn',
    'mirrors.aliyun.com',
    'mirrors.ustc.edu.cn',
    'pypi.douban.com',
    'mirror.sjtu.edu.cn',
    'mirrors.bfsu.edu.cn',
    ...MIRRORS,
  ],
  Go: ['golang.org', 'goproxy.io', 'goproxy.cn', 'mirrors.aliyun.com'],
};

const isPublic = (ecosystem: Ecosystem, host: string): boolean =>
  PUBLIC[ecosystem].some((domain) => host === domain || host.endsWith(`.${domain}`));

/** The host of an address in lower case, without user, port and the dot at its end; undefined when there is none. */
function hostOf(address: string): string | undefined {
  try {
    return new URL(address).hostname.toLowerCase().replace(/\.$/u, '') || undefined;
  } catch {
    return undefined;
  }
}

/**
 * The address of a registry that is not the public one; undefined for the public one, its mirrors, and without an address. What
 * is there under a name may be another package than the public one.
 */
export function privateRegistry(ecosystem: Ecosystem, address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const host = hostOf(address);
  return host !== undefined && isPublic(ecosystem, host) ? undefined : address;
}
