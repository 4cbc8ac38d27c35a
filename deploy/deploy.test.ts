/** What runs the product on servers: each file against the code it is about, and by its own tool where this machine has it. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { INTERNAL, PROCESS } from '../api/src/server-settings.ts';
import { matches, read, sorted } from '../scripts/repository.ts';
import {
  type ComposeFile,
  databaseClusters,
  processesOf,
  readCompose,
  readDeployment,
  rolesOf,
} from './files.testing.ts';

const deployed = readdirSync('deploy', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ya?ml|cfg|json)$|Dockerfile$/.test(name))
  .map((name) => `deploy/${name}`);
const operations = read('docs/operations.md');

const ROLES = ['api', 'worker', 'console'];
const [compose, cluster] = [readCompose('compose.yml'), readCompose('compose.cluster.yml')];
const deployments = ROLES.map(readDeployment);
const processes = [compose, cluster].flatMap(processesOf).map(([, service]) => service);
const containers = deployments.flatMap(({ migrate, panel }) => [migrate, panel]);
const lastStage = () =>
  read('deploy/Dockerfile')
    .split(/^FROM /m)
    .at(-1);

describe('every way to run it', () => {
  it('sets variables that the product reads', () => {
    const known = new Set(matches(read('.env.example'), /^#?([A-Z_]+)=/gm));
    const set = [
      ...processes.flatMap(({ environment = {} }) => Object.keys(environment)),
      ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
    ];
    expect(set).toContain('ROLE');
    for (const name of sorted(set)) expect(known).toContain(name);
  });

  it('lets nothing be written, by an account that may do nothing else', () => {
    for (const { read_only, cap_drop } of processes) expect([read_only, cap_drop]).toEqual([true, ['ALL']]);
    for (const { securityContext } of containers)
      expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
    expect(lastStage()).toMatch(/^USER 65534:65534$/m);
  });

  it.each([
    ['compose.yml', compose],
    ['compose.cluster.yml', cluster],
  ])('limits what each container of %s may log and take, and starts processes after the migrations', (_, file) => {
    for (const [name, { logging }] of Object.entries(file.services))
      expect(logging?.options, name).toEqual({ 'max-size': expect.any(String), 'max-file': expect.any(String) });
    for (const [name, { mem_limit, pids_limit }] of processesOf(file))
      expect([mem_limit, pids_limit], name).toEqual([expect.stringMatching(/^\d+m$/), expect.any(Number)]);
    const roles = rolesOf(file);
    expect(roles.length).toBeGreaterThanOrEqual(3);
    for (const [name, { depends_on }] of roles)
      expect(depends_on, name).toEqual({ migrate: { condition: 'service_completed_successfully' } });
  });

  const proxiesOf = (file: ComposeFile) =>
    rolesOf(file).flatMap(([, { environment }]) => environment?.TRUSTED_PROXIES ?? []);

  it('knows callers by their own address behind the proxy of the one machine', () => {
    const gateway = compose.networks.default?.ipam.config[0].gateway;
    expect(gateway).toMatch(/^172\./);
    expect(proxiesOf(compose)).toEqual([gateway, gateway]);
  });

  it('knows callers by their own address behind HAProxy, through whichever of its networks they come', () => {
    const [first, database] = ['default', 'database'].map((name) => cluster.networks[name]?.ipam.config[0]);
    const proxies = `${first?.subnet},${database?.gateway}`;
    expect(proxiesOf(cluster)).toEqual([proxies, proxies, first?.gateway]);
  });

  it('names the release in the image and in the process, so that the one before can be started again', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as compose reads it.
    const release = '${RELEASE:?}';
    for (const { build, image } of processes)
      expect([build?.args?.RELEASE, image]).toEqual([release, `panel:${release}`]);
    expect(lastStage()).toMatch(/^ARG RELEASE\n(?:.*\n)*ENV .*\bRELEASE=\$RELEASE$/m);
  });

  it('pins every image that isn’t ours by its digest, in a variable', () => {
    const files = ['compose.yml', 'compose.cluster.yml'].map((name) => read(`deploy/${name}`)).join('\n');
    const dockerfiles = ['Dockerfile', 'etcd/Dockerfile', 'patroni/Dockerfile'].map((name) => read(`deploy/${name}`));
    const images = [
      ...matches(files, /^ +image: (?!"?panel)"?(.*?)"?$/gm),
      ...dockerfiles.flatMap((file) => matches(file, /^FROM (\S+)/gm)),
    ];
    const defaults = [files, ...dockerfiles].flatMap((file) => matches(file, /_IMAGE(?::-|=)([^}\s]+)/g));
    for (const image of defaults) expect(image).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
    expect(images.length).toBeGreaterThan(7);
    const installing = read('docs/install.md');
    for (const image of images) {
      const [, variable = 'none'] = /^\$\{(\w+_IMAGE)(?::-[\w./-]+:[\w.-]+@sha256:\w+)?\}$/.exec(image) ?? [];
      expect(files, image).toContain(`\${${variable}:-`);
      expect(installing).toContain(`\`${variable}\``);
    }
  });

  it('is an image for a live panel: started without settings it names what that needs', () => {
    expect(lastStage()).toMatch(/^ENV .*\bMODE=live\b/m);
  });

  it('probes addresses that the API has, and gives a stop longer than it takes', () => {
    const health = read('api/src/platform/monitoring/health.ts');
    const ofFiles = deployed.flatMap((file) => matches(read(file), /(\/(?:healthz|readyz))\b/g));
    expect(sorted(ofFiles)).toEqual(['/healthz', '/readyz']);
    for (const { panel } of deployments)
      expect(
        [panel.startupProbe, panel.readinessProbe, panel.livenessProbe].map((probe) => probe?.httpGet?.path),
      ).toEqual(['/healthz', '/readyz', '/healthz']);
    for (const path of sorted(ofFiles)) expect(health).toContain(`'${path}'`);
    const stopMs = Number(/STOP_TIMEOUT_MS = (\S+);/.exec(read('api/src/process.ts'))?.[1]?.replace('_', ''));
    const maxDrain = Number(/ to (\d+)$/.exec(PROCESS.drainMs.kind.is)?.[1]);
    for (const seconds of [
      ...processes.map(({ stop_grace_period }) => Number(stop_grace_period?.replace(/s$/, ''))),
      ...deployments.map(({ pod }) => pod.terminationGracePeriodSeconds ?? 0),
    ])
      expect(seconds * 1000).toBeGreaterThan(stopMs + maxDrain * 1000);
  });

  it('reads the metrics where they are served by default', () => {
    const port = String(INTERNAL.port.default);
    const scraped = matches(read('deploy/prometheus/prometheus.yml'), /"\w+:(\d+)"/g);
    const annotated = deployments.map(({ spec }) => spec.template.metadata?.annotations?.['prometheus.io/port']);
    const opened = deployments.map(({ panel }) =>
      String(panel.ports?.find(({ name }) => name === 'internal')?.containerPort),
    );
    expect([scraped, annotated, opened]).toEqual(Array(3).fill([port, port, port]));
    expect(matches(read('deploy/Dockerfile'), /^EXPOSE .* (\d+)$/gm)).toEqual([port]);
  });

  it('opens fewer connections than the databases take, also with a process more during a release, under Kubernetes with one of each kind', () => {
    const keyStore = Number(/KEY_STORE_CONNECTIONS = (\d+)/.exec(read('api/src/start/services.ts'))?.[1]);
    const composed = (file: ComposeFile) => {
      const sizes = rolesOf(file).map(([, { environment }]) => Number(environment?.DATABASE_CONNECTIONS));
      return [...sizes, Math.max(...sizes)];
    };
    const replicas = deployments.flatMap(({ spec, panel }) => {
      const count = (spec.replicas ?? 0) + Number(spec.strategy?.rollingUpdate?.maxSurge);
      const size = panel.env?.find(({ name }) => name === 'DATABASE_CONNECTIONS')?.value;
      return Array.from({ length: count }, () => Number(size));
    });
    const calls = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + 2 * size, 0);
    const keys = (sizes: readonly number[]) => 2 * keyStore * sizes.length;
    const maxOfCompose = compose.services.postgres?.command?.find((option) => option.startsWith('max_connections='));
    const nodes = Number(/max_connections: (\d+)/.exec(read('deploy/patroni/patroni.yml'))?.[1]);
    const [panelServer = 0, keysServer = 0] = databaseClusters().map(({ spec }) =>
      Number(spec?.postgresql?.parameters?.max_connections),
    );
    // Three are the superuser's, and ten for migrations, operators and monitoring.
    for (const [opened, max] of [
      [calls(composed(compose)) + keys(composed(compose)), Number(maxOfCompose?.split('=')[1])],
      [calls(composed(cluster)), nodes],
      [keys(composed(cluster)), nodes],
      [calls(replicas), panelServer],
      [keys(replicas), keysServer],
    ] as const)
      expect(opened).toBeLessThanOrEqual(max - 3 - 10);
  });

  it('comes up at the first `kubectl apply`: what the database operator makes is read from where it writes it', () => {
    for (const { env = [] } of containers)
      expect(env.find(({ name }) => name === 'KEYS_DATABASE_URL')?.valueFrom).toEqual({
        secretKeyRef: { name: 'panel-keys-app', key: 'uri' },
      });
  });

  it('says of each secret that Kubernetes wants what it has to hold', () => {
    const wanted = read('deploy/kubernetes/kustomization.yaml').split('apiVersion')[0] ?? '';
    const roles = databaseClusters().flatMap(({ spec }) => spec?.managed?.roles ?? []);
    expect(roles).toHaveLength(3);
    for (const { name, passwordSecret } of roles)
      for (const word of [name, passwordSecret?.name]) expect(wanted).toContain(word);
    const keys = [
      ...read('deploy/kubernetes/database.yaml').matchAll(
        /(?:accessKeyId|secretAccessKey): \{ name: ([\w-]+), key: (\w+) \}/g,
      ),
    ];
    expect(keys).toHaveLength(4);
    for (const [, secret, key] of keys) for (const word of [secret, key]) expect(wanted).toContain(word);
  });
});

describe('the runbook', () => {
  it('says how a command is run for each way, and names none that a server does not have', () => {
    const rows = matches(operations, /^\| ([^|]+) \| `[^`]*(?:panel\.js|npm run panel --) COMMAND`/gm);
    expect(rows).toEqual(['the sources', '`compose.yml`', '`compose.cluster.yml`', 'Kubernetes']);
    expect(matches(operations, /(npm run panel)/g)).toHaveLength(1);
  });

  it('names deployments of Kubernetes that there are, and one that runs while a restore is finished', () => {
    const names = deployments.map(({ name }) => name);
    const command = /^\| Kubernetes \| `node .* COMMAND`.*$/m.exec(operations)?.[0] ?? '';
    const restore = /^\| Kubernetes \| `ScheduledBackup`.*$/m.exec(read('docs/recovery.md'))?.[0] ?? '';
    for (const name of names) expect(/Scale (.*?) to 0/.exec(restore)?.[1]).toContain(`\`${name}\``);
    const running = matches(restore, /scale `([\w-]+)` to 1/g);
    expect(running).toHaveLength(1);
    expect(matches(command, /a pod of `([\w-]+)`/g)).toEqual(running);
    expect(names).toEqual(expect.arrayContaining(running));
  });
});

/** The tools that read these files themselves. Where a tool is not installed, its test is reported as skipped. */
describe('the tools', () => {
  const has = (command: string) => spawnSync(command, ['--help'], { stdio: 'ignore' }).error === undefined;
  const rows: [string, string[]][] = [
    ['haproxy', ['-c', '-f', 'deploy/haproxy/haproxy.cfg']],
    ['promtool', ['check', 'config', 'deploy/prometheus/prometheus.yml']],
    ['promtool', ['check', 'config', 'deploy/prometheus/kubernetes.yml']],
    ['kubectl', ['kustomize', 'deploy/kubernetes']],
  ];
  for (const [command, args] of rows) {
    it.skipIf(!has(command))(`${command} accepts ${args.at(-1)}`, ({ skip }) => {
      const { error, status, stderr, stdout } = spawnSync(command, args, { encoding: 'utf8' });
      skip(stderr.includes('kubernetes_sd_configs not found'), 'Debian’s Prometheus is built without Kubernetes');
      expect(error).toBeUndefined();
      expect(status, stdout + stderr).toBe(0);
    });
  }
});
