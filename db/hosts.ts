/** One server of those that a DATABASE_URL names. */
export interface Host {
  host: string;
  port: number;
}

export interface DatabaseAddress {
  /** The same address with its first host alone, which is a URL by the standard too. */
  url: string;
  hosts: Host[];
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
  return { url: urls[0]!.href, hosts };
}
