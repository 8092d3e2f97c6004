import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the next request is answered with, once: a status, that the line is cut, or that nothing is ever said. */
export type GatewayFault = number | 'cut' | 'silent' | 'half';

export interface SmsGateway {
  url: string;
  taken: { path: string; headers: IncomingMessage['headers']; body: string }[];
  faults: GatewayFault[];
  close(): Promise<void>;
}

/** A plain HTTP gateway for SMS on this machine. It notes what came also where it then fails. */
export async function startSmsGateway(): Promise<SmsGateway> {
  const taken: SmsGateway['taken'] = [];
  const faults: GatewayFault[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      taken.push({ path, headers, body: Buffer.concat(chunks).toString() });
      answer(faults.shift() ?? 200, request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send?account=7`,
    taken,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(fault: GatewayFault, request: IncomingMessage, response: ServerResponse): void {
  if (fault === 'silent') return;
  if (fault === 'cut') {
    request.socket.destroy();
    return;
  }
  if (fault === 'half') {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"status":"que');
    setTimeout(() => request.socket.destroy(), 50);
    return;
  }
  response.writeHead(fault, { 'content-type': 'text/plain', location: '/elsewhere' });
  // It says something else than its status, as gateways do.
  response.end(fault === 200 ? '{"status":"ERROR","reason":"nonsense"}' : 'OK, sent');
}
