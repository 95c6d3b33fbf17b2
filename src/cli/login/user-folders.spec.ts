import { describe, expect, it } from '@jest/globals';
import { userFolders, type UserOfSystem } from './user-folders.js';

const foldersOf = (
  platform: NodeJS.Platform,
  home: string,
  environment: UserOfSystem['environment'] = {},
) => {
  const { configuration, cache } = userFolders({ platform, environment, home });
  return [configuration, cache];
};

describe('userFolders', () => {
  it('follows XDG on Linux, and ignores what is no absolute path', () => {
    const own = ['/home/me/.config/mcp-hub', '/home/me/.cache/mcp-hub'];
    expect(foldersOf('linux', '/home/me')).toEqual(own);
    expect(foldersOf('linux', '/home/me', { XDG_CONFIG_HOME: 'x', XDG_CACHE_HOME: '' })).toEqual(own);
    expect(foldersOf('linux', '/home/me', { XDG_CONFIG_HOME: '/c', XDG_CACHE_HOME: '/d' })).toEqual([
      '/c/mcp-hub',
      '/d/mcp-hub',
    ]);
  });

  it('uses the Library on macOS', () => {
    expect(foldersOf('darwin', '/Users/me')).toEqual([
      '/Users/me/Library/Application Support/mcp-hub',
      '/Users/me/Library/Caches/mcp-hub',
    ]);
  });

  it('uses APPDATA and LOCALAPPDATA on Windows', () => {
    const home = String.raw`C:\Users\me`;
    const own = [
      String.raw`C:\Users\me\AppData\Roaming\mcp-hub`,
      String.raw`C:\Users\me\AppData\Local\mcp-hub\Cache`,
    ];
    expect(foldersOf('win32', home)).toEqual(own);
    expect(foldersOf('win32', home, { APPDATA: String.raw`D:\r`, LOCALAPPDATA: String.raw`D:\l` })).toEqual([
      String.raw`D:\r\mcp-hub`,
      String.raw`D:\l\mcp-hub\Cache`,
    ]);
  });
});
