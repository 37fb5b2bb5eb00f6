import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const file = (name: string): string => readFileSync(name, 'utf8');

describe('compose.yml', () => {
  interface Service {
    image: string;
    environment?: Record<string, string>;
    depends_on?: Record<string, { condition: string }> | string[];
    volumes?: string[];
    command?: string[];
    restart?: string;
    read_only?: boolean;
    cap_drop?: string[];
    security_opt?: string[];
    user?: string;
    logging?: { driver: string; options: Record<string, string> };
  }
  const text = file('compose.yml');
  const { services, volumes } = parse(text, { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  };
  const settings = [...file('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name ?? '');
  const ours = Object.entries(services).filter(([, { image }]) => image === 'entrada');

  it('runs two instances, and the migrations before them', () => {
    expect(ours.map(([name]) => name).sort()).toEqual(['entrada-1', 'entrada-2', 'migrate']);
    expect(services['entrada-1']).toEqual(services['entrada-2']);
    expect(services['entrada-1']?.depends_on).toMatchObject({
      migrate: { condition: 'service_completed_successfully' },
    });
  });

  it('sets nothing that the service does not know, and no secret', () => {
    const set = ours.flatMap(([, { environment = {} }]) => Object.keys(environment));
    expect(set.length).toBeGreaterThan(5);
    expect(set.filter((name) => !settings.includes(name))).toEqual([]);
    const asked = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name ?? '');
    expect([...new Set(asked)].filter((name) => !settings.includes(name)).sort()).toEqual([
      'HTTPS_PORT',
      'HTTP_PORT',
      'POSTGRES_APP_PASSWORD',
      'POSTGRES_OWNER_PASSWORD',
      'POSTGRES_PASSWORD',
      'SITE_ADDRESS',
    ]);
    expect(services['entrada-1']?.environment).toMatchObject({
      TRUST_PROXY: '1',
      OPERATOR_TOKEN: '${OPERATOR_TOKEN:?}',
    });
  });

  it('passes on every setting, unless it has no meaning in a container or compose.yml decides it', () => {
    const here = ['HOST', 'PORT', 'DATA_DIR'];
    // Only a command reads it, from `docker compose exec --env`.
    const ofCommands = ['ENTRADA_SESSION'];
    const decided = ['DATABASE_URL', 'REDIS_URL', 'TRUST_PROXY', 'OPERATOR_TOKEN', 'PUBLIC_URL'];
    const environment = services['entrada-1']?.environment ?? {};
    expect(Object.keys(environment).sort()).toEqual(
      settings.filter((name) => ![...here, ...ofCommands].includes(name)).sort(),
    );
    // A blank setting counts as unset.
    const passed = Object.entries(environment).filter(([name]) => !decided.includes(name));
    expect(passed).toEqual(passed.map(([name]) => [name, `\${${name}:-}`]));
  });

  it('bounds the logs of every container', () => {
    for (const [name, { logging }] of Object.entries(services)) {
      const options = { 'max-size': expect.stringMatching(/^\d+m$/) as string, 'max-file': '5' };
      expect([name, logging]).toEqual([name, { driver: 'json-file', options }]);
    }
  });

  it('connects as the role that row level security applies to, and gives the other passwords to nothing else', () => {
    const text = (name: string): string => JSON.stringify(services[name]);
    expect(services['entrada-1']?.environment?.DATABASE_URL).toMatch(
      /^postgres:..entrada_app:\$\{POSTGRES_APP_PASSWORD:\?\}@/,
    );
    expect(services.migrate?.environment?.DATABASE_URL).toMatch(
      /^postgres:..entrada_owner:\$\{POSTGRES_OWNER_PASSWORD:\?\}@/,
    );
    expect(services.migrate?.depends_on).toEqual({ roles: { condition: 'service_completed_successfully' } });
    const knowing = (password: string): string[] =>
      Object.keys(services).filter((name) => text(name).includes(password));
    expect(knowing('POSTGRES_PASSWORD')).toEqual(['roles', 'restore', 'postgres']);
    expect(knowing('POSTGRES_OWNER_PASSWORD')).toEqual(['migrate', 'roles', 'backup']);
    expect(knowing('POSTGRES_APP_PASSWORD')).toEqual(['entrada-1', 'entrada-2', 'roles']);
  });

  it('gives containers only the rights that they need, and pins images by digest', () => {
    for (const [name, service] of Object.entries(services)) {
      const rights = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };
      expect([name, service]).toEqual([name, expect.objectContaining(rights)]);
      if (service.image !== 'entrada') expect(service.image).toMatch(/^\w+:[\d.]+@sha256:[0-9a-f]{64}$/);
    }
    const bases = [...file('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(bases).toHaveLength(2);
    for (const image of bases) expect(image).toMatch(/^node:\S+@sha256:[0-9a-f]{64}$/);
  });

  it('names services, volumes and files that are there', () => {
    for (const { depends_on = [], volumes: mounts = [] } of Object.values(services)) {
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      for (const name of needed) expect(Object.keys(services)).toContain(name);
      for (const [source = ''] of mounts.map((mount) => mount.split(':'))) {
        if (source.startsWith('.')) expect(file(source)).not.toBe('');
        else expect(Object.keys(volumes)).toContain(source);
      }
    }
    const [, instances = ''] = /\tto (.+)\n/.exec(file('ops/Caddyfile')) ?? [];
    const upstreams = instances.split(' ').map((address) => address.split(':')[0]);
    expect(upstreams).toEqual(['entrada-1', 'entrada-2']);
    expect(file('ops/Caddyfile')).toContain('health_uri /health/ready');
    // Otherwise Caddy logs the whole request, with phones in queries, when no instance answers.
    expect(file('ops/Caddyfile')).toMatch(/request>uri regexp \S+\|\\\?\)\.\* \$1-\n\s+request>headers delete/);
  });
});

it('compose.yml gives the proxy the ports of http and https, and keeps its certificates', () => {
  const { services, volumes } = parse(file('compose.yml'), { merge: true }) as {
    services: { proxy: { ports: string[]; volumes: string[]; environment: Record<string, string> } };
    volumes: object;
  };
  const { ports, volumes: mounts, environment } = services.proxy;
  expect(ports.map((port) => port.replace(/^\$\{\w+:-\d+\}:/, ''))).toEqual(['80', '443', '443/udp']);
  const kept = mounts.filter((mount) => !mount.startsWith('.')).map((mount) => mount.split(':'));
  expect(kept.map(([, folder]) => folder)).toEqual(['/data', '/config']);
  expect(Object.keys(volumes)).toEqual(expect.arrayContaining(kept.map(([name]) => name)));
  // The default of SITE_ADDRESS, here and in the Caddyfile.
  expect(environment).toEqual({ SITE_ADDRESS: '${SITE_ADDRESS:-:80}' });
  expect(file('ops/Caddyfile')).toContain('\n{$SITE_ADDRESS::80} {');
});

describe('Dockerfile', () => {
  const text = file('Dockerfile');
  const lastStage = text.slice(text.lastIndexOf('\nFROM '));

  it('runs as an ordinary user, without build tools, and checks its health', () => {
    expect(lastStage).toMatch(/^USER node$/m);
    expect(lastStage).toMatch(/^HEALTHCHECK .*\/health\/live/m);
    expect(lastStage).not.toMatch(/^RUN /m);
    expect(text).toContain('npm ci --omit=dev');
  });

  it('builds only from the files that it names', () => {
    const [first, ...named] = file('.dockerignore').trim().split('\n');
    expect(first).toBe('*');
    expect(named).toEqual(expect.arrayContaining(['!src', '!migrations', '!package-lock.json', '!.npmrc']));
    expect(named.join()).not.toMatch(/\.env|\.data|\.git\b/);
  });
});

describe('the examples for monitoring', () => {
  it('are scraped from the instances of compose.yml', () => {
    interface Scrape {
      scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
    }
    const { scrape_configs: jobs } = parse(file('ops/prometheus.yml')) as Scrape;
    expect(jobs.map(({ job_name: name }) => name)).toEqual(['entrada']);
    expect(jobs[0]?.static_configs[0]?.targets).toEqual(['entrada-1:3000', 'entrada-2:3000']);
  });
});
