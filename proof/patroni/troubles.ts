import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Machines, Node } from './nodes.ts';

export interface Trouble {
  name: string;
  /** For the table. */
  what: string;
  /** Writes stand still for no longer, in seconds; undefined: for as long as the trouble lasts. */
  limit?: number;
  /** How long the trouble lasts, in seconds. */
  lasts: number;
  /** Whether somebody else leads afterwards. */
  moves: boolean;
  strike(about: About): Promise<void> | void;
  end(about: About): Promise<void> | void;
}

export interface About {
  machines: Machines;
  cluster: Cluster;
  leader: Node;
  standbys: readonly Node[];
}

const nothing = () => {};
/** `ttl` of deploy/patroni/patroni.yml, which Patroni takes no shorter, and what etcd and Patroni need for it. */
const LEASE_S = 26;

/** In the order in which they are tried; each begins when all three are well again. */
export const troubles: readonly Trouble[] = [
  {
    name: 'switchover',
    what: 'an operator has another machine lead',
    limit: 8,
    lasts: 6,
    moves: true,
    strike: ({ cluster }) => cluster.switchOver(),
    end: nothing,
  },
  {
    name: 'postgres-killed',
    what: 'the leader’s PostgreSQL is killed (SIGKILL); its Patroni lives',
    limit: 8,
    lasts: 12,
    moves: true,
    strike: ({ machines, leader }) => machines.signal(leader, 'SIGKILL', 'postgres'),
    end: nothing,
  },
  {
    name: 'killed',
    what: 'all of the leader’s machine is killed; it is started again after 40 s',
    limit: LEASE_S,
    lasts: 40,
    moves: true,
    strike: ({ machines, leader }) => machines.signal(leader, 'SIGKILL'),
    end: ({ machines, leader }) => machines.start(leader),
  },
  {
    name: 'frozen',
    what: 'all of the leader’s machine stands still (SIGSTOP) for 40 s, and goes on then as if nothing had been',
    limit: LEASE_S,
    lasts: 40,
    moves: true,
    strike({ machines, leader }) {
      // Twice: one of its processes may have been born meanwhile.
      for (let turn = 0; turn < 2; turn++) machines.signal(leader, 'SIGSTOP');
    },
    end: ({ machines, leader }) => machines.signal(leader, 'SIGCONT'),
  },
  {
    name: 'cut-off',
    what: 'the leader’s machine is cut off for 40 s: it runs, and no packet reaches it or comes from it',
    limit: LEASE_S,
    lasts: 40,
    moves: true,
    strike: ({ machines, leader }) => machines.cut(leader),
    end: ({ machines, leader }) => machines.mend(leader),
  },
  {
    name: 'no-etcd',
    what: 'all three etcd are killed for 20 s',
    limit: 8,
    lasts: 20,
    moves: false,
    strike: ({ machines }) => {
      for (const node of machines.nodes) machines.signal(node, 'SIGKILL', 'etcd');
    },
    end: ({ machines }) => {
      for (const node of machines.nodes) machines.start(node, ['etcd']);
    },
  },
  {
    name: 'standby-killed',
    what: 'the machine that has every commit is killed for 15 s; the third takes its part',
    limit: 8,
    lasts: 15,
    moves: false,
    strike: async ({ machines, cluster }) => {
      const sync = (await cluster.members()).find(({ role }) => role === 'sync_standby');
      machines.signal(machines.nodes.find(({ name }) => name === sync?.name)!, 'SIGKILL');
    },
    end: async ({ machines, cluster }) => {
      const names = (await cluster.members()).filter(({ state }) => /running|streaming/.test(state));
      for (const node of machines.nodes)
        if (!names.some(({ name }) => name === node.name)) machines.start(node);
    },
  },
  {
    name: 'two-of-three',
    what: 'both others are killed for 15 s: nothing is committed until one is back, because it would be on one machine alone',
    lasts: 15,
    moves: false,
    strike: ({ machines, standbys }) => {
      for (const node of standbys) machines.signal(node, 'SIGKILL');
    },
    async end({ machines, standbys }) {
      machines.start(standbys[0]!);
      await sleep(1_000);
      machines.start(standbys[1]!);
    },
  },
];
