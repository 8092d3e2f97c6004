/** One server of those that a DATABASE_URL names. */
export interface Host {
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
  hosts: Host[];
  tls: Tls;
}

const defaultPort = 5432;

/**
 * Reads `postgres://user:password@one:5432,two:5432/name`, as libpq has it; undefined for anything else. A host without
 * a port has 5432. https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function parseDatabaseUrl(text: string): DatabaseAddress | undefined {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)((?:[/?].*)?)$/.exec(text);
  if (parts === null) return undefined;
  const [, before, named = '', after] = parts;
  const urls = named.split(',').map((each) => URL.parse(`${before}${each}${after}`));
  const hosts: Host[] = [];
  for (const url of urls) {
    if (!url?.hostname) return undefined;
    hosts.push({ host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || defaultPort });
  }
  const [first] = urls as [URL];
  const tls = readTls(first.searchParams);
  if (tls === undefined) return undefined;
  for (const name of ['sslmode', 'ssl', 'sslrootcert']) first.searchParams.delete(name);
  return { url: first.href, hosts, tls };
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
