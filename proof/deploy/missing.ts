// What compose.yaml, the units and the manifests have to hold beside their form: an operator who takes them as they are sees what the
// alerts see, has an audit and a backup every night, and does not lose with a container what it had acknowledged.

/** What is looked at of compose.yaml. */
export interface Compose {
  services?: Record<string, Service>;
  volumes?: Record<string, unknown>;
}

interface Service {
  environment?: Record<string, string | number>;
  command?: string[];
  healthcheck?: { test?: string[]; disable?: boolean };
  volumes?: string[];
}

/** What is looked at of a manifest. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata?: { name?: string; labels?: Record<string, string> };
  spec?: {
    schedule?: string;
    template?: PodTemplate;
    jobTemplate?: { spec?: { activeDeadlineSeconds?: number; template?: PodTemplate } };
    volumeClaimTemplates?: { metadata?: { name?: string } }[];
    podSelector?: { matchLabels?: Record<string, string> };
    ingress?: { ports?: { port?: string }[] }[];
  };
}

interface PodTemplate {
  metadata?: { labels?: Record<string, string> };
  spec?: { securityContext?: { fsGroup?: number }; containers?: Container[] };
}

interface Container {
  command?: string[];
  env?: { name: string; value?: string }[];
  ports?: { name: string; containerPort: number }[];
  volumeMounts?: { name: string; mountPath: string }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
}

interface Probe {
  httpGet?: { port?: string };
}

const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;
type Promised = [what: string, isKept: boolean | undefined];

const dataFolder = '/var/lib/kaira';
const DAY_SECONDS = 24 * 60 * 60;
const noted = 'insert into backups default values';

/** In words, what is missing in compose.yaml; `backupScript` is what its service `backup` runs. */
export function missingInCompose({ services, volumes }: Compose, backupScript: string): string[] {
  const { app, worker, audit, backup } = services ?? {};
  const port = worker?.environment?.METRICS_PORT;
  const mounts = (service: Service | undefined, place: string) =>
    service?.volumes?.some((each) => each.split(':').at(-1) === place || each.includes(`:${place}:`));
  const source = (service: Service | undefined) =>
    service?.volumes?.find((each) => each.includes(`:${dataFolder}`))?.split(':')[0] ?? '';
  return missing([
    ['a METRICS_PORT of the worker', port !== undefined],
    [
      'a health check of the worker on that port',
      worker?.healthcheck?.test?.some((each) => each.includes(`:${port}/healthz`)),
    ],
    ['a service that audits every night', audit?.command?.some((each) => each.includes('audit-nightly.ts'))],
    ['no health check of the audit, which serves nothing', audit?.healthcheck?.disable],
    ['a service that makes backups', backup?.command?.some((each) => each === '/backup.sh')],
    ['the script of the backup in its service', mounts(backup, '/backup.sh')],
    ['a volume for the backups', mounts(backup, '/backups')],
    [
      'a dump, of which the database is told',
      /pg_dump[\s\S]*insert into backups default values/.test(backupScript),
    ],
    ...[app, worker].map(
      (service, index): Promised => [
        `a volume of the ${index === 0 ? 'app' : 'worker'} at ${dataFolder}`,
        Object.hasOwn(volumes ?? {}, source(service)),
      ],
    ),
  ]);
}

/** In words, what is missing in the units, by their files' names: `ProtectSystem=strict` lets them write almost nowhere. */
export function missingInUnits(units: Record<string, string>): string[] {
  const has = (name: string, line: RegExp) => line.test(units[`${name}.service`] ?? '');
  return missing([
    ...['kaira', 'kaira-worker', 'kaira-audit', 'kaira-backup'].map(
      (name): Promised => [
        `a folder at ${dataFolder} that ${name} may write`,
        has(name, /^StateDirectory=kaira$/m),
      ],
    ),
    ...['kaira-audit', 'kaira-backup'].map(
      (name): Promised => [
        `an end of ${name} before the next one is due`,
        has(name, /^TimeoutStartSec=(\d|1\d|2[0-3])h$/m),
      ],
    ),
  ]);
}

/** In words, what is missing in the manifests. */
export function missingInManifests(objects: Manifest[]): string[] {
  const find = (kind: string, name: string) =>
    objects.find((each) => each.kind === kind && each.metadata?.name === name);
  const [app, worker] = [find('StatefulSet', 'kaira'), find('StatefulSet', 'kaira-worker')];
  const containerOf = (object: Manifest | undefined) => object?.spec?.template?.spec?.containers?.[0];
  const [ofApp, ofWorker] = [containerOf(app), containerOf(worker)];
  const metrics = ofWorker?.ports?.find(({ name }) => name === 'metrics')?.containerPort;
  const prometheus = objects.filter(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && /prometheus/.test(metadata?.name ?? ''),
  );
  const job = (name: string) => find('CronJob', name)?.spec;
  const jobContainer = (name: string) => job(name)?.jobTemplate?.spec?.template?.spec?.containers?.[0];
  const isNightly = (name: string) => /^\d+ \d+ \* \* \*$/.test(job(name)?.schedule ?? '');
  return missing([
    [
      'a METRICS_PORT of the worker, which is its port `metrics`',
      metrics !== undefined &&
        ofWorker?.env?.some(({ name, value }) => name === 'METRICS_PORT' && value === String(metrics)),
    ],
    ...probes.map(
      (probe): Promised => [`a ${probe} of the worker`, ofWorker?.[probe]?.httpGet?.port === 'metrics'],
    ),
    ...[app, worker].map(
      (object): Promised => [
        `a rule that lets Prometheus reach ${object?.metadata?.name}`,
        prometheus.some(({ spec }) => {
          const wanted = Object.entries(spec?.podSelector?.matchLabels ?? {});
          const labels = object?.spec?.template?.metadata?.labels;
          const names = containerOf(object)?.ports?.map(({ name }) => name);
          const isMeant = wanted.every(([name, value]) => labels?.[name] === value);
          return (
            isMeant &&
            spec?.ingress?.some((each) =>
              each.ports?.some(({ port }) => port !== undefined && names?.includes(port)),
            )
          );
        }),
      ],
    ),
    ...[app, worker].map((object): Promised => {
      const mount = containerOf(object)?.volumeMounts?.find(({ mountPath }) => mountPath === dataFolder);
      const isClaimed = object?.spec?.volumeClaimTemplates?.some(
        ({ metadata }) => metadata?.name === mount?.name,
      );
      const isWritable = object?.spec?.template?.spec?.securityContext?.fsGroup !== undefined;
      return [
        `a volume of ${object?.metadata?.name} at ${dataFolder} that outlives it`,
        isClaimed && isWritable,
      ];
    }),
    [
      'an audit every night',
      isNightly('kaira-audit') && jobContainer('kaira-audit')?.command?.includes('scripts/audit.ts'),
    ],
    ['a backup every night', isNightly('kaira-backup')],
    ...['kaira-audit', 'kaira-backup'].map((name): Promised => {
      const within = job(name)?.jobTemplate?.spec?.activeDeadlineSeconds;
      return [`an end of ${name} before the next one is due`, within !== undefined && within < DAY_SECONDS];
    }),
    [
      'a dump, of which the database is told',
      jobContainer('kaira-backup')?.command?.some((each) => each.includes('pg_dump') && each.includes(noted)),
    ],
    ['the servers', ofApp !== undefined],
  ]);
}

function missing(promised: Promised[]): string[] {
  return promised.filter(([, isKept]) => isKept !== true).map(([what]) => what);
}
