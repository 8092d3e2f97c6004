import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  port: number;
  /** What was taken, as it came over the wire. */
  taken: { to: string[]; raw: string }[];
  /** What the next messages are answered with instead, once each: a code of SMTP, or that the line is cut after all was sent. */
  faults: (number | 'cut')[];
  close(): Promise<void>;
}

/** A real SMTP server on this machine. */
export async function startMailServer(): Promise<MailServer> {
  const taken: MailServer['taken'] = [];
  const faults: MailServer['faults'] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const fault = faults.shift();
        const to = session.envelope.rcptTo.map(({ address }) => address);
        if (fault === undefined || fault === 'cut') taken.push({ to, raw: Buffer.concat(chunks).toString() });
        if (fault === undefined) return done();
        if (fault !== 'cut') return done(Object.assign(new Error('not now'), { responseCode: fault }));
        for (const { _socket: socket } of server.connections as unknown as Iterable<{
          _socket: { destroy(): void };
        }>) {
          socket.destroy();
        }
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    faults,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
