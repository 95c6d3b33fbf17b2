import { describe, expect, it } from '@jest/globals';
import { containerProblem, environmentProblem, variableOf } from './environment.js';

describe('environmentProblem', () => {
  it.each([
    'npm_config_registry',
    'NPM_CONFIG_REGISTRY',
    'COREPACK_NPM_REGISTRY',
    'BUN_OPTIONS',
    'UV_INDEX_URL',
    'UV_CACHE_DIR',
    'UV_TOOL_DIR',
    'PIP_INDEX_URL',
    'NODE_OPTIONS',
    'PYTHONPATH',
    'PYTHONPYCACHEPREFIX',
    'OPENSSL_CONF',
    'LD_PRELOAD',
    'PATH',
    'GOPROXY',
    'GOCACHEPROG',
    'CC',
    'GIT_CONFIG_COUNT',
    'GIT_SSH_COMMAND',
    'ZDOTDIR',
    'HOME=./home',
    'HOME=${workspaceFolder}/home',
    'HOME=/home/me/project/home',
    'XDG_CONFIG_HOME',
    'APPDATA=${X:-evil}',
    'UV_PYTHON=./python',
    'UV_PYTHON=runtime',
    'PREFIX',
    'DESTDIR',
    'XDG_CONFIG_DIRS',
    'XDG_STATE_HOME=./state',
    'TMPDIR',
    'Temp',
    'MCP_HUB_PYPI_INDEX',
    'STORAGE_OPTS',
    'DOCKER_TLS_VERIFY',
    'COMPOSE_FILE',
    '__PYVENV_LAUNCHER__',
    'HOMEDRIVE',
    'HOSTALIASES',
  ])('names %s', (text) => {
    const variable = variableOf(text);
    expect(environmentProblem([['TOKEN'], variable])).toBe(`the variable ${variable[0]} changes what runs`);
  });

  it.each([
    'GITHUB_TOKEN',
    'API_KEY',
    'NODE_ENV',
    'NODE_EXTRA_CA_CERTS=/etc/ca.pem',
    'HTTPS_PROXY=http://proxy.example',
    'LOG_PATH',
    'UV_PYTHON=3.12',
    'PYTHONUNBUFFERED=1',
    'GOOGLE_API_KEY',
    'GIT_AUTHOR_NAME',
    'NPM_TOKEN',
    'DOCKER_USERNAME',
    'CONTAINER_NAME',
    'HOME=/home/me',
    'HOME=${HOME}',
    'APPDATA=C:\\Users\\me\\AppData\\Roaming\\',
    'APPDATA=${env:APPDATA}',
  ])('accepts %s', (text) => expect(environmentProblem([variableOf(text)])).toBeUndefined());

  it.each(['NODE_OPTIONS=--require', 'A B', '', 'BASH_FUNC_npx%%', 'É'])('refuses the name %j', (name) => {
    expect(environmentProblem([[name, './x']])).toBe(
      `the variable ${JSON.stringify(name)} has a name that programs read differently`,
    );
  });

  it('refuses a proxy with an authority of its own, which together replace packages', () => {
    const both = ['SSL_CERT_FILE=./ca.pem', 'https_proxy=http://evil.example'].map(variableOf);
    expect(environmentProblem(both)).toBe(
      'the variables https_proxy and SSL_CERT_FILE together change what runs',
    );
  });
});

describe('containerProblem', () => {
  it('accepts what concerns only programs of the host', () => {
    expect(containerProblem([['DOCKER_HOST', 'unix:///x']])).toBeUndefined();
    expect(containerProblem([['LD_PRELOAD']])).toBe('the variable LD_PRELOAD changes what runs');
  });
});
