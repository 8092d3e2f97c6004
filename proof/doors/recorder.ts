/** Stands before the mock of the rails and keeps what the product tells them, such as where a customer comes back to. */
import { createServer, request, type Server } from 'node:http';

export class Recorder {
  /** Every address in a body that was sent to a rail. */
  readonly addresses: string[] = [];
  private server: Server;

  constructor(to: number) {
    this.server = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', () => outgoing.destroy());
      incoming.on('end', () => {
        const body = Buffer.concat(chunks);
        this.addresses.push(
          ...(body.toString().match(/https?:\\?\/\\?\/[^"\s]+/g) ?? []).map((one) =>
            one.replaceAll('\\/', '/'),
          ),
        );
        const sent = request(
          {
            host: '127.0.0.1',
            port: to,
            method: incoming.method,
            path: incoming.url,
            headers: incoming.headers,
          },
          (answer) => {
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(outgoing);
            answer.on('error', () => outgoing.destroy());
          },
        );
        sent.on('error', () => outgoing.destroy());
        sent.end(body);
      });
    });
  }

  listen(port: number) {
    return new Promise<void>((done) => this.server.listen(port, '127.0.0.1', done));
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }
}
