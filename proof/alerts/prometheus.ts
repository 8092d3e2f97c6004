import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OneSentenceError } from '#db/one-sentence-error';
import { comesTrue, freePort } from '#proof/soak/stage';

// A real Prometheus with the rules as they are shipped, but for the time that a condition has to last.

export interface Prometheus {
  /** The names of the alerts that wait for their `for`, or have fired. */
  alerts(state: 'pending' | 'firing'): Promise<string[]>;
  /** Since when each alert fires, by performance.now(), once it does; forgotten when it stops. */
  firingSince: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

const rulesFile = path.resolve(import.meta.dirname, '../../docs/operations/monitoring/alerts.yaml');

/** Every `for` becomes 5 s, every range 30 s, and that of a subquery a minute in steps of 5 s. Thresholds stay. */
export function shortened(rules: string): string {
  return rules
    .replaceAll(/\bfor: \d+[smh]/g, 'for: 5s')
    .replaceAll(/\[\d+[smh]\]/g, '[30s]')
    .replaceAll(/\[\d+[smh]:\d+[smh]\]/g, '[60s:5s]');
}

export function shippedAlerts(): string[] {
  return [...readFileSync(rulesFile, 'utf8').matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
}

export async function startPrometheus(folder: string, targets: string[], token: string): Promise<Prometheus> {
  if (spawnSync('prometheus', ['--version']).status !== 0) {
    throw new OneSentenceError('There is no prometheus on this machine: apt-get install prometheus.');
  }
  const config = path.join(folder, 'prometheus.yml');
  writeFileSync(path.join(folder, 'alerts.yaml'), shortened(readFileSync(rulesFile, 'utf8')));
  writeFileSync(
    config,
    `global: { scrape_interval: 5s, scrape_timeout: 5s, evaluation_interval: 2s }
rule_files: [alerts.yaml]
scrape_configs:
  - job_name: kaira
    authorization: { credentials: '${token}' }
    static_configs: [{ targets: ${JSON.stringify(targets)} }]
`,
  );
  const port = await freePort();
  const out = openSync(path.join(folder, 'prometheus.log'), 'a');
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${path.join(folder, 'prometheus')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', out, out] },
  );
  const origin = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${origin}/-/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  if (!(await comesTrue(isUp, 30_000, 200)))
    throw new Error(`Prometheus did not start: ${folder}/prometheus.log`);
  const alerts = async (state: string) => {
    const { data } = await (await fetch(`${origin}/api/v1/alerts`)).json();
    const all = data.alerts as { state: string; labels: { alertname: string } }[];
    return all.filter((each) => each.state === state).map(({ labels }) => labels.alertname);
  };
  const firingSince = new Map<string, number>();
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const firing = await alerts('firing').catch(() => [...firingSince.keys()]);
      for (const name of firingSince.keys()) if (!firing.includes(name)) firingSince.delete(name);
      for (const name of firing) if (!firingSince.has(name)) firingSince.set(name, performance.now());
      await sleep(500);
    }
  })();
  return {
    alerts,
    firingSince,
    async stop() {
      isOver = true;
      await watching;
      await end(child);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
