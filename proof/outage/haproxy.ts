import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#proof/soak/stage';

/** What Patroni's agent beside a server says of it: `OPTIONS /primary` is 200 or 503. */
export interface Agent {
  port: number;
  close(): void;
}

/** `says` undefined: it takes the question and does not answer, as on a machine that is frozen. */
export async function startAgent(says: () => boolean | undefined): Promise<Agent> {
  const server = createServer((_, response) => {
    const isPrimary = says();
    if (isPrimary !== undefined) response.writeHead(isPrimary ? 200 : 503).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export interface Haproxy {
  port: number;
  stop(): Promise<void>;
}

const readyWithinMs = 15_000;
/** It takes each server for one that is up until its first three checks have failed. */
const checkedWithinMs = 4_000;

/**
 * As Patroni's own sample has it, but for shorter checks, so that a trial takes less time (there `inter 3s`,
 * `timeout check 5s`). https://github.com/patroni/patroni/blob/master/haproxy.cfg
 */
export async function startHaproxy(
  folder: string,
  servers: { port: number; agentPort: number }[],
): Promise<Haproxy> {
  const port = await freePort();
  const file = path.join(folder, 'haproxy.cfg');
  const lines = servers.map(
    ({ port: own, agentPort }, index) =>
      `  server node${index + 1} 127.0.0.1:${own} maxconn 100 check port ${agentPort}`,
  );
  writeFileSync(
    file,
    `global
  maxconn 400
defaults
  mode tcp
  retries 2
  timeout client 30m
  timeout connect 4s
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 3 rise 2 on-marked-down shutdown-sessions
${lines.join('\n')}
`,
  );
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] });
  await once(child, 'spawn');
  await listens(child, port);
  await sleep(checkedWithinMs);
  return {
    port,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function listens(child: ChildProcess, port: number): Promise<void> {
  for (const deadline = Date.now() + readyWithinMs; ; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isThere) return;
    if (Date.now() > deadline) throw new Error('HAProxy does not listen');
  }
}
