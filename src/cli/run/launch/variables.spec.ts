import { describe, expect, it } from '@jest/globals';
import { serverVariables } from './variables.js';

const USER = { PATH: '/bin', HOME: '/home/me', LC_ALL: 'C', API_KEY: 'k', OTHER: 'o', NODE_OPTIONS: '-r x' };

describe('serverVariables', () => {
  it('passes common variables and those that are named', () => {
    expect(serverVariables(USER, ['API_KEY', 'NOT_SET'], 'linux')).toEqual({
      variables: { PATH: '/bin', HOME: '/home/me', LC_ALL: 'C', API_KEY: 'k' },
      withheld: [],
    });
  });

  it.each([
    ...['NODE_OPTIONS', 'node_path', 'LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'PYTHONPATH', 'PYTHONSTARTUP'],
    ...['GOFLAGS', 'GOPROXY', 'npm_config_registry', 'UV_INDEX_URL', 'PIP_INDEX_URL', 'BASH_ENV', 'ENV'],
    ...['PREFIX', 'DESTDIR', 'XDG_CONFIG_DIRS', 'GIT_SSH_COMMAND', 'A=B', 'A B', ''],
  ])('never passes %s, and says so if it is set', (name) => {
    const { variables, withheld } = serverVariables({ [name]: 'x' }, [name], 'linux');
    expect([variables, withheld]).toEqual([{}, [name]]);
  });

  it('passes names of services that begin like those of runtimes', () => {
    const names = ['GOOGLE_API_KEY', 'GO_API_KEY', 'NODE_ENV', 'PYTHONUNBUFFERED'];
    const set = Object.fromEntries(names.map((name) => [name, 'x']));
    expect(serverVariables(set, names, 'linux')).toEqual({ variables: set, withheld: [] });
  });

  it('compares names without case on Windows', () => {
    const { variables } = serverVariables({ Path: 'C:\\bin', api_key: 'k' }, ['API_KEY'], 'win32');
    expect(variables).toEqual({ Path: 'C:\\bin', api_key: 'k' });
  });
});
