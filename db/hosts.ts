/** One server of those that a DATABASE_URL names. */
export interface Host {
  /** A name, an address, or, from the root, the folder of a Unix socket. */
  host: string;
  port: number;
}

/** How a connection is protected. https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION */
export interface Tls {
  mode: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';
  /** A file of certificates, or `system`; undefined: those that Node trusts. */
  rootCertificate: string | undefined;
}

export interface DatabaseAddress {
  /** The same address with its first host alone, which is a URL by the standard too, and without what is in `tls`. */
  url: string;
  /** Its name as it is, however the address has it encoded; undefined: that of the role. */
  database: string | undefined;
  hosts: Host[];
  tls: Tls;
}

const defaultPort = 5432;

/**
 * Reads `postgres://user:password@one:5432,two:5432/name`, as libpq has it; undefined for anything else. A host without
 * a port has 5432. The folder of a Unix socket is given percent-encoded in the place of a host, or as `?host=/folder`
 * with, if need be, `&port=`. https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 */
export function parseDatabaseUrl(text: string): DatabaseAddress | undefined {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)((?:[/?].*)?)$/.exec(text);
  if (parts === null) return undefined;
  const [, before, named = '', after] = parts;
  const folder = named === '' ? URL.parse(`postgres://x${after}`)?.searchParams.get('host') : undefined;
  if (folder && !folder.startsWith('/')) return undefined;
  const urls = (folder ? 'localhost' : named).split(',').map((each) => URL.parse(`${before}${each}${after}`));
  const hosts: Host[] = [];
  for (const url of urls) {
    if (!url?.hostname) return undefined;
    const host = folder || decoded(url.hostname)?.replace(/^\[|\]$/g, '');
    if (!host) return undefined;
    hosts.push({ host, port: Number(url.port || url.searchParams.get('port')) || defaultPort });
  }
  const [first] = urls as [URL];
  const tls = readTls(first.searchParams);
  const database = decoded(first.pathname.slice(1));
  if (tls === undefined || database === undefined || decoded(first.username + first.password) === undefined)
    return undefined;
  // The driver cannot read a folder there, and does not need to: the sockets are ours.
  if (isSocketFolder(hosts[0]!)) first.hostname = 'localhost';
  for (const name of ['sslmode', 'ssl', 'sslrootcert', 'host', 'port']) first.searchParams.delete(name);
  return { url: first.href, database: database || undefined, hosts, tls };
}

/** The same address with one of its servers alone, counted from 0. */
export function ofOneHost(text: string, index: number): string {
  return text.replace(
    /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)/,
    (_all, before: string, named: string) => before + (named.split(',')[index] ?? ''),
  );
}

export function isSocketFolder({ host }: Host): boolean {
  return host.startsWith('/');
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const modes: Readonly<Record<string, Tls['mode']>> = {
  disable: 'disable',
  false: 'disable',
  allow: 'prefer',
  prefer: 'prefer',
  require: 'require',
  true: 'require',
  'verify-ca': 'verify-ca',
  'verify-full': 'verify-full',
};

/** With certificates to trust, `require` checks them, and the system's are worth nothing without the name, as in libpq. */
function readTls(query: URLSearchParams): Tls | undefined {
  const rootCertificate = query.get('sslrootcert') ?? undefined;
  const mode = modes[query.get('sslmode') ?? query.get('ssl') ?? 'disable'];
  if (mode === undefined) return undefined;
  if (rootCertificate === 'system') return { mode: 'verify-full', rootCertificate };
  return { mode: mode === 'require' && rootCertificate ? 'verify-ca' : mode, rootCertificate };
}
