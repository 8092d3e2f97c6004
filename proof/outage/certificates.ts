import { execFileSync } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import type { EmbeddedPostgres } from '#db/embedded';

/** An authority of our own, and a certificate by it for these addresses. */
export interface Certificates {
  authority: string;
  certificate: string;
  key: string;
}

export function makeCertificates(folder: string, addresses = ['127.0.0.1']): Certificates {
  const own = path.join(folder, 'tls');
  mkdirSync(own);
  const made = ['-days', '2', '-nodes', '-newkey', 'rsa:2048'];
  const openssl = (name: string, ...words: string[]) =>
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        ...made,
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.pem`,
        '-subj',
        `/CN=${name}`,
        ...words,
      ],
      { cwd: own, stdio: 'pipe' },
    );
  openssl('authority');
  openssl(
    'database',
    ...['-CA', 'authority.pem', '-CAkey', 'authority.key'],
    ...['-addext', `subjectAltName=${addresses.map((each) => `IP:${each}`).join()}`],
    ...['-addext', 'basicConstraints=CA:FALSE'],
  );
  return {
    authority: path.join(own, 'authority.pem'),
    certificate: path.join(own, 'database.pem'),
    key: path.join(own, 'database.key'),
  };
}

/** From now on the server speaks TLS, also when it is started again. */
export async function speakTls(
  server: EmbeddedPostgres,
  data: string,
  { certificate, key }: Certificates,
): Promise<void> {
  const { uid, gid } = statSync(data);
  // By these names it finds them itself.
  for (const [from, name] of [
    [certificate, 'server.crt'],
    [key, 'server.key'],
  ] as const) {
    copyFileSync(from, path.join(data, name));
    chownSync(path.join(data, name), uid, gid);
  }
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  await sql`alter system set ssl = on`;
  await sql`select pg_reload_conf()`;
  await sql.end();
}
