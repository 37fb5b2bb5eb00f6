import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort, mustRun } from '../../fault/support/processes';
import { type Program, RunningProxy } from './running-proxy';

/** Ports of the instances. */
type Ports = readonly number[];

/** Lines that an operator adds to the place for such lines. */
type Lines = string;

/** Starts a proxy with its file of `ops` in a new folder. Tests replace ports, addresses, paths and Caddy's global options only, and add Caddy's access log. */
const started =
  (name: string, programOf: (folder: string, instances: Ports, added: Lines) => Promise<Program>) =>
  async (folder: string, instances: Ports, added: Lines = ''): Promise<RunningProxy> => {
    const own = join(folder, name);
    mkdirSync(own);
    return RunningProxy.start(own, await programOf(own, instances, added));
  };

/** Reads a file of `ops` and replaces texts. Throws when the file lacks one of them. */
function fileOf(name: string, texts: Record<string, string>): string {
  let file = readFileSync(`ops/${name}`, 'utf8');
  for (const [own, other] of Object.entries(texts)) {
    if (!file.includes(own)) throw new Error(`ops/${name} does not have ${own}`);
    file = file.replaceAll(own, other);
  }
  return file;
}

function written(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const addressesOf = ([one = 0, two = one]: Ports): Record<string, string> => ({
  '127.0.0.1:3000': `127.0.0.1:${one}`,
  '127.0.0.1:3001': `127.0.0.1:${two}`,
});

/** Makes a self-signed certificate for localhost. */
async function certificate(folder: string): Promise<{ chain: string; key: string }> {
  const [chain, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const own = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  await mustRun('openssl', [...own, '-keyout', key, '-out', chain]);
  return { chain, key };
}

/** Host name, port and global options of a Caddy with a host name. */
export interface Site {
  readonly name: string;
  readonly port: number;
  readonly options: string;
}

async function caddyOf(folder: string, instances: Ports, added: Lines, site?: Site): Promise<Program> {
  const upstreams = instances.map((port) => `127.0.0.1:${port}`).join(' ');
  const text = fileOf('Caddyfile', {
    'entrada-1:3000 entrada-2:3000': upstreams,
    '\n{\n': `\n{\n${site?.options ?? ''}`,
    '{$SITE_ADDRESS::80} {\n': `{$SITE_ADDRESS::80} {\n\tlog\n${added}`,
    ':2080': `:${await freePort()}`,
  });
  const config = written(join(folder, 'Caddyfile'), text);
  const port = site?.port ?? (await freePort());
  return {
    command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', config],
    env: {
      XDG_DATA_HOME: join(folder, 'data'),
      XDG_CONFIG_HOME: join(folder, 'config'),
      HOME: folder,
      SITE_ADDRESS: site?.name ?? `:${port}`,
    },
    // Caddy would wait for the end of its streams.
    endsBy: 'SIGKILL',
    url: site ? `https://${site.name}:${port}` : `http://127.0.0.1:${port}`,
  };
}

/** Starts Caddy with its own host name, for which it gets a certificate. */
export const startNamedCaddy = (folder: string, instances: Ports, site: Site): Promise<RunningProxy> =>
  started(site.name, (own, ports) => caddyOf(own, ports, '', site))(folder, instances);

async function nginxOf(folder: string, instances: Ports, added: Lines): Promise<Program> {
  const { chain, key } = await certificate(folder);
  const [port, plainPort] = [await freePort(), await freePort()];
  const text = fileOf('nginx.conf', {
    ...addressesOf(instances),
    'listen 443 ': `listen 127.0.0.1:${port} `,
    'listen [::]:443 ': `listen [::1]:${port} `,
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    'listen [::]:80;': `listen [::1]:${plainPort};`,
    '/etc/ssl/entrada/fullchain.pem': chain,
    '/etc/ssl/entrada/privkey.pem': key,
    '/var/log/nginx/': `${folder}/`,
    '\tlocation / {\n': `${added}\tlocation / {\n`,
  });
  const site = written(join(folder, 'conf.d/entrada.conf'), text);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const main = written(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid; error_log ${folder}/main.error.log; events {} http { access_log ${folder}/main.access.log; ${paths.join(' ')} include ${site}; }`,
  );
  return {
    command: ['nginx', '-e', join(folder, 'start.log'), '-c', main, '-g', 'daemon off;'],
    endsBy: 'SIGTERM',
    url: `https://127.0.0.1:${port}`,
    plainPort,
  };
}

async function haproxyOf(folder: string, instances: Ports, added: Lines): Promise<Program> {
  const { chain, key } = await certificate(folder);
  const [port, plainPort] = [await freePort(), await freePort()];
  const pem = written(join(folder, 'entrada.pem'), readFileSync(chain, 'utf8') + readFileSync(key, 'utf8'));
  const text = fileOf('haproxy.cfg', {
    ...addressesOf(instances),
    'bind :443 ': `bind 127.0.0.1:${port} `,
    'bind :80': `bind 127.0.0.1:${plainPort}`,
    '/etc/haproxy/entrada.pem': pem,
    'frontend entrada from entrada\n': `frontend entrada from entrada\n${added}`,
    'abns@entrada-one-by-one': `abns@entrada-${port}`,
  });
  // Defaults of Debian's file log whole request lines.
  const main = written(
    join(folder, 'main.cfg'),
    'global\n log stdout format raw local0\ndefaults\n log global\n mode http\n option httplog\n timeout connect 5s\n timeout client 50s\n timeout server 50s\n',
  );
  const config = written(join(folder, 'haproxy.cfg'), text);
  return {
    command: ['haproxy', '-db', '-f', main, '-f', config],
    endsBy: 'SIGTERM',
    url: `https://127.0.0.1:${port}`,
    plainPort,
  };
}

/** Modules that Debian's Apache enables, and modules that a2enmod enables for the file. */
const APACHE_MODULES = [
  'mpm_event',
  'alias',
  'authz_core',
  'authz_host',
  'filter',
  'setenvif',
  'mime',
  'reqtimeout',
  'slotmem_shm',
  'socache_shmcb',
];

async function apacheOf(folder: string, instances: Ports, added: Lines): Promise<Program> {
  const { chain, key } = await certificate(folder);
  const [port, plainPort] = [await freePort(), await freePort()];
  const text = fileOf('apache.conf', {
    ...addressesOf(instances),
    '<VirtualHost *:443>': `<VirtualHost *:${port}>`,
    '<VirtualHost *:80>': `<VirtualHost *:${plainPort}>`,
    '/etc/ssl/entrada/fullchain.pem': chain,
    '/etc/ssl/entrada/privkey.pem': key,
    '\tProxyPass / ': `${added}\tProxyPass / `,
  });
  const site = written(join(folder, 'sites/entrada.conf'), text);
  const named = /a2enmod (.+)/.exec(text)?.[1]?.split(' ') ?? [];
  const modules = [...APACHE_MODULES, ...named].map(
    (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
  );
  const main = written(
    join(folder, 'apache2.conf'),
    [
      `ServerRoot ${folder}`,
      `DefaultRuntimeDir ${folder}`,
      `PidFile ${folder}/pid`,
      `ErrorLog ${folder}/main.error.log`,
      'ServerName localhost',
      'User www-data',
      'Group www-data',
      `Listen 127.0.0.1:${port}`,
      `Listen 127.0.0.1:${plainPort}`,
      ...modules,
      'TypesConfig /dev/null',
      'RequestReadTimeout header=20-40,minrate=500',
      'RequestReadTimeout body=10,minrate=500',
      'LogFormat "%h %l %u %t \\"%r\\" %>s %O" common',
      `CustomLog ${folder}/main.access.log common`,
      `Include ${site}`,
      '',
    ].join('\n'),
  );
  return {
    command: ['apache2', '-DFOREGROUND', '-f', main],
    env: { APACHE_LOG_DIR: folder },
    endsBy: 'SIGTERM',
    url: `https://127.0.0.1:${port}`,
    plainPort,
  };
}

/** The proxies that docs/operations.md names. */
export const PROXIES = {
  Caddy: started('caddy', caddyOf),
  nginx: started('nginx', nginxOf),
  HAProxy: started('haproxy', haproxyOf),
  Apache: started('apache', apacheOf),
};

export type ProxyName = keyof typeof PROXIES;
export const PROXY_NAMES = Object.keys(PROXIES) as ProxyName[];

/** Starts these proxies in front of the instances, each in a folder of its own. */
export async function startProxies(
  folder: string,
  instances: Ports,
  names: readonly ProxyName[] = PROXY_NAMES,
): Promise<Record<ProxyName, RunningProxy>> {
  const proxies = {} as Record<ProxyName, RunningProxy>;
  for (const name of names) proxies[name] = await PROXIES[name](folder, instances);
  return proxies;
}
