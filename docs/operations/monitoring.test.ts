import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { registry } from '#lib/metrics';

const folder = import.meta.dirname;
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const alerts = read('monitoring/alerts.yaml');
const dashboard = read('monitoring/grafana-dashboard.json');
const guide = read('monitoring.md');

/** Every series that a scrape may have, a histogram's parts included. */
async function seriesNames(): Promise<Set<string>> {
  const metrics = await registry.getMetricsAsJSON();
  return new Set(
    metrics.flatMap(({ name, type }) =>
      String(type) === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
}

function namesIn(text: string): string[] {
  return [...new Set(text.match(/\b(?:kaira|nodejs|process)_[a-z0-9_]+/g) ?? [])];
}

describe('what is given to operators for Prometheus and Grafana', () => {
  it.each([
    ['alerts.yaml', alerts],
    ['grafana-dashboard.json', dashboard],
  ])('%s asks for figures that exist', async (_name, text) => {
    const known = await seriesNames();
    const asked = namesIn(text);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  });

  it('labels that are asked for are those that are told', async () => {
    const told = new Map<string, string[]>();
    for (const { name } of await registry.getMetricsAsJSON()) {
      const metric = registry.getSingleMetric(name) as unknown as { labelNames?: string[] };
      told.set(name, metric.labelNames ?? []);
    }
    for (const [, series = '', labels = ''] of `${alerts}${dashboard.replaceAll('\\"', '"')}`.matchAll(
      /(kaira_[a-z_]+)\{([^}]*)\}/g,
    )) {
      const own = told.get(series.replace(/_(bucket|count|sum)$/, '')) ?? told.get(series) ?? [];
      for (const [, label = ''] of labels.matchAll(/([a-z_]+)(?:=|!)/g))
        expect([series, own.includes(label) || label]).toEqual([series, true]);
    }
  });

  it('no label has a name that Prometheus gives to its targets, and would rename', async () => {
    for (const { name } of await registry.getMetricsAsJSON()) {
      const metric = registry.getSingleMetric(name) as unknown as { labelNames?: string[] };
      expect({ name, taken: metric.labelNames?.filter((label) => /^(job|instance)$/.test(label)) }).toEqual({
        name,
        taken: [],
      });
    }
  });

  it('every alert has a section of the guide: what it means, and what to do', () => {
    const wanted = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    expect(wanted.length).toBeGreaterThan(8);
    const sections = new Map(
      guide.split(/^### /m).map((section) => {
        const [name = '', meaning = '', todo = ''] = section.split('\n\n');
        return [name, { says: meaning.length > 20, does: /^\*\*Do\*\* .{20,}/.test(todo) }];
      }),
    );
    for (const name of wanted)
      expect({ name, ...sections.get(name ?? '') }).toEqual({ name, says: true, does: true });
    const raised = [...sections.keys()].filter((name) => /^Kaira\w+$/.test(name));
    expect(raised).toEqual(wanted);
  });

  it('every alert has been raised by what it is for, and no other: the table of `npm run alerts`', () => {
    const wanted = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    const table = readFileSync('proof/alerts/README.md', 'utf8');
    const seen = [...table.matchAll(/^\| `(\w+)` \| .+ \| \d+ s \|$/gm)].map(([, name]) => name);
    expect(seen.sort()).toEqual(wanted.sort());
  });

  it('the alert on what is done by the clock names all of it', () => {
    const worker = readFileSync('lib/jobs/worker.ts', 'utf8');
    const periodic = [...worker.matchAll(/timedLoop\('(\w+)'/g)].map(([, name]) => name);
    expect(periodic.length).toBeGreaterThan(7);
    const [, section = ''] = /### KairaPeriodicLate\n([\s\S]*?)\n### /.exec(guide) ?? [];
    expect(periodic.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });

  const scrapings = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, lines = '']) => lines);
  const [scraping = ''] = scrapings;

  it('the lines for Prometheus scrape the path and the port that are served', () => {
    const [, port] = /targets: \['pay-1\.internal:(\d+)'/.exec(scraping) ?? [];
    expect(readFileSync('.env.example', 'utf8')).toMatch(new RegExp(`PORT=${port}\\b`));
    // Without `metrics_path` it is this one.
    expect(scraping).not.toContain('metrics_path');
    expect(existsSync('app/metrics/route.ts')).toBe(true);
  });

  const isHere = spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status === 0;
  it.skipIf(!isHere)(
    isHere ? 'Prometheus itself takes the lines and the rules' : 'promtool is not on this machine',
    () => {
      const place = mkdtempSync(path.join(tmpdir(), 'kaira-prometheus-'));
      try {
        const key = path.join(place, 'kaira-token');
        writeFileSync(key, 'token');
        const config = path.join(place, 'prometheus.yml');
        expect(scrapings).toHaveLength(2);
        for (const lines of scrapings) {
          // Debian's Prometheus is built without Kubernetes.
          const withoutCluster = lines.replace(
            /kubernetes_sd_configs:\n(?: {6}.*\n)+/,
            "static_configs:\n      - targets: ['pod:3000']\n",
          );
          writeFileSync(config, withoutCluster.replace('/etc/prometheus/kaira-token', key));
          execFileSync('promtool', ['check', 'config', config]);
        }
        execFileSync('promtool', ['check', 'rules', path.join(folder, 'monitoring/alerts.yaml')]);
      } finally {
        rmSync(place, { recursive: true, force: true });
      }
    },
  );
});
