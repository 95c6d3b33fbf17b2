import { describe } from '@jest/globals';
import { flows, lines, pythonHandler } from '../../support/flow-rows.js';

describe('URLs and addresses in Python', () => {
  const PARSE = 'from urllib.parse import urlparse, quote\nHOSTS = {"a.example"}';
  flows('python', [
    [
      'an allowed host',
      'harmless',
      'URL',
      pythonHandler(PARSE, 'if urlparse(x).hostname not in HOSTS:', '    return', 'sink(x)'),
    ],
    [
      'an allowed host by name',
      'harmless',
      'URL',
      pythonHandler(PARSE, 'u = urlparse(x)', 'if u.netloc != "a.example":', '    return', 'sink(x)'),
    ],
    [
      'an allowed scheme',
      'harmful',
      'URL',
      pythonHandler(PARSE, 'if urlparse(x).scheme not in ("http", "https"):', '    return', 'sink(x)'),
    ],
    [
      'an allowed suffix',
      'harmless',
      'URL',
      pythonHandler(PARSE, 'if not urlparse(x).hostname.endswith(".a.example"):', '    return', 'sink(x)'),
    ],
    [
      'a suffix without a boundary',
      'harmful',
      'URL',
      pythonHandler(PARSE, 'if not urlparse(x).hostname.endswith("a.example"):', '    return', 'sink(x)'),
    ],
    [
      'a prefix with a host',
      'harmless',
      'URL',
      pythonHandler('', 'if not x.startswith("https://a.example/"):', '    return', 'sink(x)'),
    ],
    [
      'a prefix without a separator',
      'harmful',
      'URL',
      pythonHandler('', 'if not x.startswith("https://a.example"):', '    return', 'sink(x)'),
    ],
    ['quoted', 'harmless', 'URL', pythonHandler(PARSE, 'sink("https://a.example/" + quote(x))')],
    [
      'a public address',
      'harmless',
      'URL',
      pythonHandler(
        `${PARSE}\nimport socket, ipaddress`,
        'ip = ipaddress.ip_address(socket.gethostbyname(urlparse(x).hostname))',
        'if ip.is_private or ip.is_loopback:',
        '    return',
        'sink(x)',
      ),
    ],
    [
      'all addresses public',
      'harmless',
      'URL',
      pythonHandler(
        `${PARSE}\nimport socket, ipaddress`,
        'for info in socket.getaddrinfo(urlparse(x).hostname, 443):',
        '    if not ipaddress.ip_address(info[4][0]).is_global:',
        '        raise ValueError()',
        'sink(x)',
      ),
    ],
    [
      'checked by a function to be all public',
      'harmless',
      'URL',
      pythonHandler(
        lines(
          `${PARSE}\nimport socket, ipaddress`,
          'def public(host):',
          '    for info in socket.getaddrinfo(host, 443):',
          '        if not ipaddress.ip_address(info[4][0]).is_global:',
          '            return False',
          '    return True',
        ),
        'if not public(urlparse(x).hostname):',
        '    return',
        'sink(x)',
      ),
    ],
    [
      'in none of the private networks',
      'harmless',
      'URL',
      pythonHandler(
        `${PARSE}\nimport socket, ipaddress\nINNER = [ipaddress.ip_network(n) for n in ("10.0.0.0/8", "127.0.0.0/8")]`,
        'ip = ipaddress.ip_address(socket.gethostbyname(urlparse(x).hostname))',
        'if any(ip in net for net in INNER):',
        '    return',
        'sink(x)',
      ),
    ],
    [
      'none of some hosts',
      'harmful',
      'URL',
      pythonHandler(
        `${PARSE}\nBAD = ["10.0.0.1"]`,
        'if any(urlparse(x).hostname == b for b in BAD):',
        '    return',
        'sink(x)',
      ),
    ],
    [
      'only loopback refused',
      'harmful',
      'URL',
      pythonHandler(
        `${PARSE}\nimport socket, ipaddress`,
        'if ipaddress.ip_address(socket.gethostbyname(urlparse(x).hostname)).is_loopback:',
        '    return',
        'sink(x)',
      ),
    ],
    [
      'not localhost',
      'harmful',
      'URL',
      pythonHandler(PARSE, 'if urlparse(x).hostname in ("localhost", "127.0.0.1"):', '    return', 'sink(x)'),
    ],
  ]);
});
