import { DAY, docsAt, type HealthLine, MINUTE, notKnown, size, span, well } from '#lib/health/line';
import type { HealthFacts } from '#lib/health/read-facts';

/** A standby that is further behind would lose so much at a fail-over, and serves stale statements. */
const BEHIND_SECONDS = MINUTE;
/** Whoever renews a certificate has tried for a week by then. */
const ENDS_SOON_DAYS = 21;
const ENDS_NOW_DAYS = 7;

export function linesOfHistory({ historyLost }: HealthFacts): HealthLine[] {
  const docs = docsAt('incidents#the-database-went-back-in-time');
  if (historyLost === null) {
    const text = 'The database has everything that was acknowledged, as this server knows it.';
    return [well('history', text, docs)];
  }
  return [
    {
      area: 'history',
      tone: 'failed',
      text: `The database lacks ${historyLost === 0 ? 'payments' : historyLost === 1 ? 'a payment' : `${historyLost} payments`} that had been acknowledged. Nothing new is taken, and workers stand still.`,
      todo: 'Stop, compare and decide, in that order.',
      docs,
    },
  ];
}

export function linesOfDatabase(facts: HealthFacts): HealthLine[] {
  return [...linesOfServers(facts), ...linesOfFollowers(facts)];
}

function linesOfServers({ servers, database, isPooled }: HealthFacts): HealthLine[] {
  const area = 'database';
  const docs = docsAt('monitoring#kairadatabaseaway');
  const lines: HealthLine[] = [];
  if (isPooled) {
    lines.push({
      area,
      tone: 'failed',
      text: 'DATABASE_URL leads through a pooler that shares connections after each transaction, which Kaira cannot work with.',
      todo: 'Point DATABASE_URL at PostgreSQL itself, or set the pooler to session mode.',
      docs: docsAt('install#a-pooler-in-between'),
    });
  }
  if ('unknown' in servers || 'unknown' in database) {
    const why = 'unknown' in database ? database.unknown : 'unknown' in servers ? servers.unknown : '';
    return [...lines, notKnown(area, 'How PostgreSQL does', why, docs)];
  }
  for (const { name, state, behindSeconds } of servers.value) {
    if (state === 'away') {
      lines.push({
        area,
        tone: 'failed',
        text: `PostgreSQL does not answer at ${name}, which DATABASE_URL names.`,
        todo: 'Bring it back, or take it out of DATABASE_URL if it is gone for good.',
        docs,
      });
    } else if (behindSeconds !== null && behindSeconds > BEHIND_SECONDS) {
      lines.push({
        area,
        tone: 'pending',
        text: `The standby at ${name} is ${span(behindSeconds)} behind.`,
        todo: 'See whether it still receives changes. Where nothing was written meanwhile, it lacks nothing.',
        docs: docsAt('high-availability'),
      });
    }
  }
  if (servers.value.every(({ state }) => state !== 'primary')) {
    lines.push({
      area,
      tone: 'failed',
      text: 'None of the database servers takes writes: callers are told to come again.',
      todo: 'Promote a standby, or bring the primary back.',
      docs,
    });
  }
  if (lines.length > 0) return lines;
  const { version, bytes } = database.value;
  return [well(area, `PostgreSQL ${version} answers, and holds ${size(bytes)}.`, docs)];
}

function linesOfFollowers({ database, servers, isProduction }: HealthFacts): HealthLine[] {
  if ('unknown' in database) return [];
  const docs = docsAt('high-availability');
  const { followers, followersBehindSeconds: behind } = database.value;
  const standbys = 'value' in servers ? servers.value.filter(({ state }) => state === 'standby').length : 0;
  if (followers === 0 && standbys === 0) {
    const text = isProduction
      ? 'No standby follows the database: what is written since the last backup is on one machine only.'
      : 'No standby follows the database, which a trial does not need.';
    return [well('database', text, docs)];
  }
  const many = Math.max(followers, standbys);
  const words = many === 1 ? 'One connection takes' : `${many} connections take`;
  const text = `${words} each change of the database (a standby, or a backup that is under way)`;
  if (behind === null && standbys === 0)
    return [notKnown('database', `${text}. How late it gets them`, 'our role may not read that', docs)];
  return [well('database', `${text}.`, docs)];
}

export function linesOfCertificates(facts: HealthFacts): HealthLine[] {
  return [...linesOfWebCertificate(facts), ...linesOfDatabaseCertificates(facts)];
}

function linesOfWebCertificate({ webCertificate, baseUrl, now, isProduction }: HealthFacts): HealthLine[] {
  const area = 'certificates';
  const docs = docsAt('install#behind-a-proxy-with-tls');
  if (webCertificate === null) {
    const text = `Browsers reach Kaira at ${baseUrl}, without a certificate.`;
    if (!isProduction) return [well(area, text, docs)];
    const todo = 'Put a proxy with a certificate in front of Kaira, and an https address into BASE_URL.';
    return [{ area, tone: 'pending', text, todo, docs }];
  }
  const { host } = new URL(baseUrl);
  if ('unknown' in webCertificate)
    return [notKnown(area, `The certificate of ${host}`, webCertificate.unknown, docs)];
  const { endsAt, fault } = webCertificate.value;
  const lines = [ageOfCertificate(`The certificate of ${host}`, endsAt, now, docs)];
  if (fault !== null && endsAt > now) {
    lines.unshift({
      area,
      tone: 'failed',
      text: `Browsers refuse the certificate of ${host}: ${fault}.`,
      todo: 'Give the proxy a certificate of this name, with the chain of its authority.',
      docs,
    });
  }
  return lines;
}

function linesOfDatabaseCertificates({ databaseCertificates: found, now }: HealthFacts): HealthLine[] {
  const docs = docsAt('high-availability');
  if ('unknown' in found)
    return [notKnown('certificates', 'The certificate of the database', found.unknown, docs)];
  return found.value.map(({ server, endsAt }) =>
    endsAt === null
      ? {
          area: 'certificates',
          tone: 'pending',
          text: `The connection to the database at ${server} is not encrypted, since the server offers no TLS.`,
          todo: 'Switch TLS on in PostgreSQL, or write sslmode=disable if the network is yours alone.',
          docs,
        }
      : ageOfCertificate(`The certificate of the database at ${server}`, endsAt, now, docs),
  );
}

function ageOfCertificate(what: string, endsAt: Date, now: Date, docs: string): HealthLine {
  const left = (endsAt.getTime() - now.getTime()) / 1000;
  const area = 'certificates';
  if (left <= 0) {
    const text = `${what} ended ${span(left)} ago: browsers and programs refuse it.`;
    return { area, tone: 'failed', text, todo: 'Renew it now.', docs };
  }
  const text = `${what} ends in ${span(left)}.`;
  if (left >= ENDS_SOON_DAYS * DAY) return well(area, text, docs);
  const tone = left < ENDS_NOW_DAYS * DAY ? 'failed' : 'pending';
  return { area, tone, text, todo: 'Renew it, and see why whatever renews it by itself has not.', docs };
}
