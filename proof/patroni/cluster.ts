import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import path from 'node:path';
import { addresses, inside, type Machines, type Node, PASSWORD } from './nodes.ts';

export interface Member {
  name: string;
  role: string;
  state: string;
  host: string;
  timeline?: number;
  lag?: number | string;
}

/** What Patroni says of the three, asked of each of them until one answers. */
export interface Cluster {
  members(): Promise<Member[]>;
  leader(): Promise<Node | undefined>;
  /** One that leads, one that has every commit, and a third that follows, all on the same timeline. */
  isWhole(): Promise<boolean>;
  /** On purpose, to whoever has every commit. Throws when Patroni refuses. */
  switchOver(): Promise<void>;
}

const askWithinMs = 1_000;

export function watchCluster({ nodes }: Machines): Cluster {
  const tls = (file: string) => readFileSync(path.join(nodes[0]!.folder, 'tls', file));
  const agent = new Agent({
    ...{ ca: tls('authority.pem'), cert: tls('database.pem'), key: tls('database.key') },
    keepAlive: false,
  });
  const ask = (address: string, method: string, to: string, body?: object) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const asked = request(
        { host: address, port: 8008, path: to, method, agent, timeout: body ? 30_000 : askWithinMs },
        (answer) => {
          const pieces: Buffer[] = [];
          answer.on('data', (piece: Buffer) => pieces.push(piece));
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
          );
        },
      );
      asked.on('timeout', () => asked.destroy(new Error(`${address} does not answer`)));
      asked.on('error', reject);
      asked.end(body && JSON.stringify(body));
    });
  const members = async (): Promise<Member[]> => {
    const answers = await Promise.allSettled(addresses.map((address) => ask(address, 'GET', '/cluster')));
    const found = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    return found[0]?.status === 200 ? JSON.parse(found[0].text).members : [];
  };
  const leader = async (): Promise<Node | undefined> => {
    const answers = await Promise.allSettled(nodes.map(({ address }) => ask(address, 'GET', '/primary')));
    return nodes.find((_, at) => {
      const answer = answers[at];
      return answer?.status === 'fulfilled' && answer.value.status === 200;
    });
  };
  return {
    members,
    leader,
    async isWhole() {
      const all = await members();
      const timelines = new Set(all.map(({ timeline }) => timeline));
      const roles = all.map(({ role }) => role).toSorted();
      return (
        roles.join() === 'leader,replica,sync_standby' &&
        timelines.size === 1 &&
        all.every(({ state }) => /^(running|streaming)$/.test(state))
      );
    },
    async switchOver() {
      const now = await leader();
      const next = (await members()).find(({ role }) => role === 'sync_standby');
      if (!now || !next) throw new Error('There is nobody to switch over to.');
      const { status, text } = await ask(now.address, 'POST', '/switchover', {
        leader: now.name,
        candidate: next.name,
      });
      if (status !== 200) throw new Error(`Patroni does not switch over: ${status} ${text}`);
    },
  };
}

/** As an operator writes it, but with the superuser's name: all three, and nobody without a certificate. */
export function addressOf({ nodes }: Machines, database: string): string {
  const authority = encodeURIComponent(path.join(nodes[0]!.folder, 'tls/authority.pem'));
  const hosts = addresses.map((address) => `${address}:5432`).join();
  return `postgres://postgres:${PASSWORD}@${hosts}/${database}?sslmode=verify-full&sslrootcert=${authority}`;
}

/** One of them by itself, for one who does not look at certificates. */
export function addressOfOne({ address }: Pick<Node, 'address'>, database: string, port = 5432): string {
  return `postgres://postgres:${PASSWORD}@${address}:${port}/${database}?sslmode=require`;
}

/** Of a program in the node, as the user `postgres`. */
export function output(node: Node, words: readonly string[]): string {
  return execFileSync('ip', inside(node, words), { encoding: 'utf8', cwd: node.folder, stdio: 'pipe' });
}
