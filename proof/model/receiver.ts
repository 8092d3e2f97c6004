import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  /** What it was answered. */
  status: number;
}

export interface Receiver {
  /** Without a slash at its end. */
  url: string;
  /** What came, in its order, and is still to be judged. */
  received: Received[];
  /** What a path answers from now on; 200 where nothing was said. */
  replies: Map<string, number>;
  stop(): Promise<void>;
}

/** A merchant's server: it keeps what comes and answers as it is told. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const replies = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const status = replies.get(path) ?? 200;
    received.push({ path, headers: request.headers, text: Buffer.concat(chunks).toString('utf8'), status });
    response.statusCode = status;
    response.end('heard');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    replies,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
