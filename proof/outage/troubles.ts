import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { signalAll } from '#proof/chaos/failover-pair';
import type { Cluster, DatabaseNode } from './cluster.ts';
import type { Gate } from './gate.ts';

export const troubles = ['freeze', 'kill', 'cut', 'half-close', 'full-disk', 'forget'] as const;
export type TroubleName = (typeof troubles)[number];

/** Where connections are forgotten the database itself is not away: nobody promotes another one. */
export function isTried(trouble: TroubleName, database: string): boolean {
  return trouble !== 'forget' || database === 'one-host';
}

/** What befalls the primary. */
export interface Trouble {
  strike(): Promise<void>;
  /** The server is as before, or has been started again where it had ended. */
  end(): Promise<void>;
  /** Whatever has been done to this machine is undone. */
  clear(): void;
}

export interface Victim {
  cluster: Cluster;
  node: DatabaseNode;
  gate: Gate | undefined;
  /** Where the agent of that machine answers, if it has one: it vanishes together with it. */
  agentPort: number | undefined;
  disk: SmallDisk | undefined;
}

export function makeTrouble(name: TroubleName, victim: Victim): Trouble {
  const { cluster, node, gate, disk } = victim;
  const nothing = () => {};
  switch (name) {
    case 'freeze':
      return {
        async strike() {
          // Twice: one of its processes may have been born meanwhile.
          for (let turn = 0; turn < 2; turn++) signalAll(node.server.pid, 'SIGSTOP');
        },
        end: async () => signalAll(node.server.pid, 'SIGCONT'),
        clear: nothing,
      };
    case 'kill':
      return {
        strike: async () => signalAll(node.server.pid, 'SIGKILL'),
        end: () => cluster.startAgain(node),
        clear: nothing,
      };
    case 'cut':
      return cut([node.server.port, ...(victim.agentPort ? [victim.agentPort] : [])]);
    case 'half-close':
      return { strike: async () => gate!.halfClose(), end: async () => gate!.open(), clear: nothing };
    case 'forget':
      return { strike: async () => gate!.forget(), end: async () => {}, clear: nothing };
    case 'full-disk':
      return {
        async strike() {
          disk!.fill();
          await sleep(untilLogFullMs);
          await exhaustLog(node);
        },
        async end() {
          disk!.empty();
          await cluster.startAgain(node);
        },
        clear: nothing,
      };
  }
}

/** Packets to and from these ports vanish on their way in, and nobody is told. */
function cut(ports: number[]): Trouble {
  const table = `kaira_outage_${process.pid}`;
  const nft = (text: string) =>
    execFileSync('nft', ['-f', '-'], { input: text, stdio: ['pipe', 'pipe', 'pipe'] });
  let isCut = false;
  const heal = () => {
    if (isCut) nft(`delete table inet ${table}\n`);
    isCut = false;
  };
  return {
    async strike() {
      const set = `{ ${ports.join(', ')} }`;
      nft(`table inet ${table} {
        chain lost {
          type filter hook input priority 0; policy accept;
          tcp dport ${set} drop
          tcp sport ${set} drop
        }
      }`);
      isCut = true;
    },
    end: async () => heal(),
    clear: heal,
  };
}

export interface SmallDisk {
  folder: string;
  fill(): void;
  /** Of what `fill` put there. */
  empty(): void;
  remove(): void;
}

const diskMegabytes = 256;

export function makeSmallDisk(parent: string): SmallDisk {
  const folder = path.join(parent, 'small-disk');
  const ballast = path.join(folder, 'ballast');
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', folder]);
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'w');
      for (const size of [1 << 20, 4096]) {
        try {
          for (const piece = Buffer.alloc(size); ; ) writeSync(file, piece);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
      closeSync(file);
    },
    empty: () => rmSync(ballast, { force: true }),
    remove: () => void execFileSync('umount', ['-l', folder]),
  };
}

/** Until then tables cannot grow, but what still has room can be written. */
const untilLogFullMs = 2_000;
const segmentsAtMost = 40;

/** The write-ahead log goes on to its next segment until there is none: PostgreSQL panics and cannot recover. */
async function exhaustLog({ server }: DatabaseNode): Promise<void> {
  const sql = postgres(server.url, {
    max: 1,
    connect_timeout: 1,
    onnotice: () => {},
    connection: { statement_timeout: 2_000 },
  });
  try {
    // A standby that is waited for would hold up a commit; this asks for none.
    await sql`set synchronous_commit = off`;
    for (let turn = 0; turn < segmentsAtMost; turn++) {
      await sql`select pg_switch_wal(), pg_log_standby_snapshot()`;
    }
  } catch {
    // It has panicked.
  } finally {
    await sql.end({ timeout: 0 }).catch(() => {});
  }
}
