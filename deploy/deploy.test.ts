/** What runs the product on servers: each file against the code it is about, and by its own tool where this machine has it. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { matches, read, sorted } from '../scripts/repository.testing.ts';

const deployed = readdirSync('deploy', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ya?ml|cfg|service|json)$|Dockerfile$/.test(name))
  .map((name) => `deploy/${name}`);
const operations = read('docs/operations.md');

describe('every way to run it', () => {
  const processes = ['deploy/compose.yml', 'deploy/compose.cluster.yml', 'deploy/kubernetes/api.yaml'].concat(
    'deploy/kubernetes/worker.yaml',
    'deploy/kubernetes/console.yaml',
    'deploy/systemd/panel-api.service',
    'deploy/systemd/panel-worker.service',
    'deploy/systemd/panel-console.service',
  );

  it('sets variables that the product reads', () => {
    const known = new Set(matches(read('.env.example'), /^#?([A-Z_]+)=/gm));
    const set = processes.flatMap((file) => {
      const text = read(file).replace(/\b(PATRONI|ETCD|POSTGRES)_\w+/g, '');
      const units = matches(text, /^Environment=(.*)$/gm).flatMap((line) => matches(line, /(\w+)=/g));
      return [...units, ...matches(text, /\{ name: ([A-Z_]+), value/g), ...matches(text, /[{,] ([A-Z_]+): /g)];
    });
    expect(set).toContain('ROLE');
    for (const name of sorted(set)) expect(known).toContain(name);
  });

  it('lets nothing be written, by an account that may do nothing else', () => {
    for (const file of processes)
      expect(read(file), file).toMatch(/read_only: true|readOnlyRootFilesystem: true|ProtectSystem=strict/);
    for (const file of processes)
      expect(read(file), file).toMatch(/cap_drop: \[ALL\]|drop: \[ALL\]|CapabilityBoundingSet=\n/);
    expect(
      read('deploy/Dockerfile')
        .split(/^FROM /m)
        .at(-1),
    ).toMatch(/^USER 65534:65534$/m);
  });

  it.each(['deploy/compose.yml', 'deploy/compose.cluster.yml'])(
    'limits what each container of %s may log and take, and starts processes after the migrations',
    (file) => {
      const [anchors = '', rest = ''] = read(file).split(/^services:$/m);
      const services = (rest.split(/^(?:networks|volumes):/m)[0] ?? '').split(/^ {2}(?=\w+:$)/m).slice(1);
      expect(services.length).toBeGreaterThanOrEqual(7);
      for (const service of services) {
        const [, base = ''] = /^ {4}<<: \*(\w+)$/m.exec(service) ?? [];
        if (base !== 'logging')
          expect(anchors, service).toMatch(new RegExp(`^x-${base}: &${base}\n {2}<<: \\*logging$`, 'm'));
      }
      const [, process = ''] = /^x-process: &process\n((?: {2}.*\n)+)/m.exec(anchors) ?? [];
      for (const line of [/^ {2}mem_limit: /m, /^ {2}pids_limit: /m]) expect(process).toMatch(line);
      expect(process).toContain('  depends_on: { migrate: { condition: service_completed_successfully } }\n');
      const roles = services.filter((service) => / ROLE: (api|worker|console)/.test(service));
      expect(roles.length).toBeGreaterThanOrEqual(3);
      for (const service of roles) expect(service).not.toContain('depends_on');
    },
  );

  it('knows callers by their own address behind the proxy of the one machine', () => {
    const compose = read('deploy/compose.yml');
    const [, gateway = 'none'] = /config: \[\{ subnet: [\d./]+, gateway: ([\d.]+) \}\]/.exec(compose) ?? [];
    expect(matches(compose, / ROLE: (?:api|console),.* TRUSTED_PROXIES: ([\d.]+)/g)).toEqual([gateway, gateway]);
  });

  it('knows callers by their own address behind HAProxy, through whichever of its networks they come', () => {
    const cluster = read('deploy/compose.cluster.yml');
    const networkOf = (name: string) =>
      new RegExp(`^ {2}${name}:\n {4}ipam: .*\\{ subnet: ([\\d./]+), gateway: ([\\d.]+) \\}`, 'm').exec(cluster) ?? [];
    const [, subnet = 'none', gateway = 'none'] = networkOf('default');
    const [, , databaseGateway = 'none'] = networkOf('database');
    const proxies = `${subnet},${databaseGateway}`;
    expect(matches(cluster, / ROLE: (?:api|console),.* TRUSTED_PROXIES: "?([\d./,]+)/g)).toEqual([
      proxies,
      proxies,
      gateway,
    ]);
  });

  it('names the release in the image and in the process, so that the one before can be started again', () => {
    for (const file of ['deploy/compose.yml', 'deploy/compose.cluster.yml'])
      expect(read(file)).toMatch(
        /^ {2}build: \{ .*, args: \{ RELEASE: "\$\{RELEASE:\?\}" \} \}\n {2}image: "panel:\$\{RELEASE:\?\}"$/m,
      );
    expect(
      read('deploy/Dockerfile')
        .split(/^FROM /m)
        .at(-1),
    ).toMatch(/^ARG RELEASE\n(?:.*\n)*ENV .*\bRELEASE=\$RELEASE$/m);
    for (const name of ['api', 'worker', 'console'])
      expect(read(`deploy/systemd/panel-${name}.service`)).toMatch(/^EnvironmentFile=-\/opt\/panel\/release\.env$/m);
  });

  it('probes addresses that the API has, and gives a stop longer than it takes', () => {
    const health = read('api/src/platform/monitoring/health.ts');
    const probed = deployed.flatMap((file) => matches(read(file), /(\/(?:healthz|readyz))\b/g));
    expect(sorted(probed)).toEqual(['/healthz', '/readyz']);
    for (const path of sorted(probed)) expect(health).toContain(`'${path}'`);
    const stopMs = Number(/STOP_TIMEOUT_MS = (\S+);/.exec(read('api/src/server.ts'))?.[1]?.replace('_', ''));
    const maxDrain = Number(/'DRAIN_SECONDS',.*\[0, (\d+)\]/.exec(read('api/src/config.ts'))?.[1]);
    for (const file of processes) {
      const grace = /(?:stop_grace_period|terminationGracePeriodSeconds|TimeoutStopSec)[:=] ?(\d+)/.exec(
        read(file),
      )?.[1];
      expect(Number(grace) * 1000, file).toBeGreaterThan(stopMs + maxDrain * 1000);
    }
  });

  it('reads the metrics where they are served by default', () => {
    const port = /'INTERNAL_PORT', (\d+)/.exec(read('api/src/config.ts'))?.[1];
    const scraped = matches(read('deploy/prometheus/prometheus.yml'), /"\w+:(\d+)"/g);
    const annotated = processes.flatMap((file) => matches(read(file), /prometheus\.io\/port: "(\d+)"/g));
    const opened = processes.flatMap((file) => matches(read(file), /name: internal, containerPort: (\d+)/g));
    expect([scraped, annotated, opened]).toEqual(Array(3).fill([port, port, port]));
    expect(matches(read('deploy/Dockerfile'), /^EXPOSE .* (\d+)$/gm)).toEqual([port]);
  });

  it('opens fewer connections than the databases take, also with a process more during a release, under Kubernetes with one of each kind', () => {
    const of = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);
    const keyStore = of(read('api/src/services.ts'), /KEY_STORE_CONNECTIONS = (\d+)/);
    const [compose, cluster] = [read('deploy/compose.yml'), read('deploy/compose.cluster.yml')];
    const kubernetes = ['api', 'worker', 'console'].map((name) => read(`deploy/kubernetes/${name}.yaml`));
    const [panelServer = '', keysServer = ''] = read('deploy/kubernetes/database.yaml').split('name: panel-keys }');
    const composed = (text: string) => {
      const sizes = matches(text, /DATABASE_CONNECTIONS: "(\d+)"/g).map(Number);
      expect(sizes).toHaveLength(matches(text, /( ROLE: \w+)/g).length);
      return [...sizes, Math.max(...sizes)];
    };
    const replicas = kubernetes.flatMap((text) =>
      Array(of(text, /replicas: (\d+)/) + of(text, /maxSurge: (\d+)/)).fill(
        of(text, /DATABASE_CONNECTIONS, value: "(\d+)"/),
      ),
    ) as number[];
    const calls = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + 2 * size, 0);
    const keys = (sizes: readonly number[]) => 2 * keyStore * sizes.length;
    const both = composed(compose);
    const nodes = of(read('deploy/patroni/patroni.yml'), /max_connections: (\d+)/);
    // Three are the superuser's, and ten for migrations, operators and monitoring.
    for (const [opened, max] of [
      [calls(both) + keys(both), of(compose, /max_connections=(\d+)/)],
      [calls(composed(cluster)), nodes],
      [keys(composed(cluster)), nodes],
      [calls(replicas), of(panelServer, /max_connections: "(\d+)"/)],
      [keys(replicas), of(keysServer, /max_connections: "(\d+)"/)],
    ] as const)
      expect(opened).toBeLessThanOrEqual(max - 3 - 10);
  });

  it('comes up at the first `kubectl apply`: what the database operator makes is read from where it writes it', () => {
    for (const name of ['api', 'worker', 'console']) {
      const parts = read(`deploy/kubernetes/${name}.yaml`)
        .split(/^ +- name: (?:migrate|panel)$/m)
        .slice(1);
      expect(parts).toHaveLength(2);
      for (const part of parts)
        expect(part).toMatch(
          /name: KEYS_DATABASE_URL\n +valueFrom: \{ secretKeyRef: \{ name: panel-keys-app, key: uri \} \}/,
        );
    }
  });

  it('says of each secret that Kubernetes wants what it has to hold', () => {
    const wanted = read('deploy/kubernetes/kustomization.yaml').split('apiVersion')[0] ?? '';
    const database = read('deploy/kubernetes/database.yaml');
    const [, role = '', roleSecret = ''] =
      /roles: \[\{ name: (\w+),.* passwordSecret: \{ name: ([\w-]+) \}/.exec(database) ?? [];
    expect(wanted).toContain(`${roleSecret} (type kubernetes.io/basic-auth: username ${role}`);
    const keys = [...database.matchAll(/(?:accessKeyId|secretAccessKey): \{ name: ([\w-]+), key: (\w+) \}/g)];
    expect(keys).toHaveLength(4);
    for (const [, secret, key] of keys) for (const word of [secret, key]) expect(wanted).toContain(word);
  });
});

describe('a systemd unit of a process', () => {
  it.each(['api', 'worker', 'console'])('panel-%s is started again whatever has failed, also before it', (name) => {
    const unit = read(`deploy/systemd/panel-${name}.service`);
    // A unit that requires one that failed is never started, and `Restart` does not count that as a failure.
    expect(unit).not.toMatch(/^(Requires|Requisite|BindsTo)=/m);
    expect(unit).toMatch(/^Wants=.*\bpanel-migrate\.service\b/m);
    expect(unit).toMatch(/^After=.*\bpanel-migrate\.service\b.*\btime-sync\.target\b/m);
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
    expect(unit).toMatch(/^Restart=always\nRestartSec=5$/m);
  });
});

describe('the runbook', () => {
  it('says how a command is run for each way, and names none that a server does not have', () => {
    const rows = matches(operations, /^\| ([^|]+) \| `[^|]*(?:panel\.js|npm run panel --) COMMAND/gm);
    expect(rows).toEqual(['the sources', '`compose.yml`', '`compose.cluster.yml`', 'systemd', 'Kubernetes']);
    expect(matches(operations, /(npm run panel)/g)).toHaveLength(1);
  });

  it('names deployments of Kubernetes that there are, and one that runs while a restore is finished', () => {
    const deployments = ['api', 'worker', 'console'].flatMap((name) =>
      matches(read(`deploy/kubernetes/${name}.yaml`), /kind: Deployment\nmetadata:\n {2}name: ([\w-]+)/g),
    );
    expect(deployments).toHaveLength(3);
    const command = /^\| Kubernetes \| `kubectl .* COMMAND`.*$/m.exec(operations)?.[0] ?? '';
    const restore = /^\| Kubernetes \| `ScheduledBackup`.*$/m.exec(operations)?.[0] ?? '';
    for (const name of deployments) expect(/Scale (.*?) to 0/.exec(restore)?.[1]).toContain(`\`${name}\``);
    const [running = 'none'] = matches(restore, /scale `([\w-]+)` to 1/g);
    const named = matches(command, /\bdeploy\/([\w-]+)/g);
    expect(deployments).toEqual(expect.arrayContaining(named));
    expect(named).toContain(running);
    // A copy wants a pod's own name, and a label finds it.
    const [role = 'none'] = matches(command, /get pod -l role=(\w+)/g);
    expect(deployments).toContain(`panel-${role}`);
  });
});

/** The tools that read these files themselves. Where a tool is not installed, its test is reported as skipped. */
describe('the tools', () => {
  const units = readdirSync('deploy/systemd').map((name) => `deploy/systemd/${name}`);
  const has = (command: string) => spawnSync(command, ['--help'], { stdio: 'ignore' }).error === undefined;
  const rows: [string, string[]][] = [
    ['systemd-analyze', ['verify', ...units]],
    ['haproxy', ['-c', '-f', 'deploy/haproxy/haproxy.cfg']],
    ['promtool', ['check', 'config', 'deploy/prometheus/prometheus.yml']],
    ['promtool', ['check', 'config', 'deploy/prometheus/kubernetes.yml']],
    ['kubectl', ['kustomize', 'deploy/kubernetes']],
  ];
  for (const [command, args] of rows) {
    // A unit is only accepted where the program that it starts is installed.
    const isChecked = has(command) && (command !== 'systemd-analyze' || has('/usr/bin/node'));
    it.skipIf(!isChecked)(`${command} accepts ${args.at(-1)}`, ({ skip }) => {
      const { error, status, stderr, stdout } = spawnSync(command, args, { encoding: 'utf8' });
      skip(stderr.includes('kubernetes_sd_configs not found'), 'Debian’s Prometheus is built without Kubernetes');
      expect(error).toBeUndefined();
      expect(status, stdout + stderr).toBe(0);
      // Unknown settings are warnings only.
      if (command === 'systemd-analyze') expect(stderr).toBe('');
    });
  }
});
