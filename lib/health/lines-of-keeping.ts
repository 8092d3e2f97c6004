import {
  docsAt,
  type HealthLine,
  HOUR,
  MINUTE,
  notKnown,
  secondsSince,
  size,
  span,
  well,
} from '#lib/health/line';
import type { HealthFacts } from '#lib/health/read-facts';
import { isAtWork } from '#lib/health/read-workers';

/** As KairaAuditOld and KairaBackupOld have it. */
export const OLD_SECONDS = 26 * HOUR;
/** As KairaSealLate has it. */
export const SEAL_LATE_SECONDS = 5 * MINUTE;
/** PostgreSQL stops when its disk is full, so it is told well before. */
const ROOM = { soon: { share: 0.15, bytes: 5e9 }, now: { share: 0.05, bytes: 1e9 } };

export function linesOfDisk({ disks }: HealthFacts): HealthLine[] {
  const docs = docsAt('incidents#the-database-is-full');
  return disks.map(({ name, disk }) => {
    if ('unknown' in disk) return notKnown('disk', `The free space of ${name}`, disk.unknown, docs);
    const { freeBytes: free, totalBytes: total } = disk.value;
    const isBelow = ({ share, bytes }: { share: number; bytes: number }) =>
      free < Math.min(total * share, bytes);
    const text = `The disk of ${name} on this machine has ${size(free)} free of ${size(total)}.`;
    if (!isBelow(ROOM.soon)) return well('disk', text, docs);
    const todo = 'Make room, or give it a larger disk: PostgreSQL and Kaira stop when it is full.';
    return { area: 'disk', tone: isBelow(ROOM.now) ? 'failed' : 'pending', text, todo, docs };
  });
}

export function linesOfBackups({ figures, database, isProduction, now }: HealthFacts): HealthLine[] {
  const area = 'backups';
  const docs = docsAt('backup-restore');
  const lines: HealthLine[] = [];
  if ('value' in database && database.value.isArchiveFailing) {
    lines.push({
      area,
      tone: 'failed',
      text: 'PostgreSQL cannot archive its changes: what came since the last backup would be lost with its disk, which fills up meanwhile.',
      todo: 'Read postgres.log, which says why the archive refuses them.',
      docs,
    });
  }
  if ('unknown' in figures) return [...lines, notKnown(area, 'The last backup', figures.unknown, docs)];
  const { backedUpAt, backupAge } = figures.value;
  const text = backedUpAt
    ? `The last backup that was whole ended ${span(secondsSince(backedUpAt, now))} ago. One that fails is not noted, and shows by its age.`
    : 'No backup is known. Kaira hears only of those that are noted in its table “backups”.';
  if (!isProduction) {
    if (backedUpAt) return [...lines, well(area, text, docs)];
    return [...lines, { area, tone: 'unknown', text: `${text} A trial needs none.`, todo: null, docs }];
  }
  const isOld = backupAge !== null && backupAge > OLD_SECONDS;
  if (backedUpAt && !isOld) return [...lines, well(area, text, docs)];
  const todo = 'See why the nightly backup failed, and make one by hand now: npm run backup.';
  return [...lines, { area, tone: isOld ? 'failed' : 'pending', text, todo, docs }];
}

export function linesOfAudit({ figures, audit, isProduction, now }: HealthFacts): HealthLine[] {
  const area = 'audit';
  const docs = docsAt('monitoring#kairaauditold');
  if ('unknown' in figures) return [notKnown(area, 'The last recount of the books', figures.unknown, docs)];
  const { violations, auditedAt, auditAge } = figures.value;
  const lines: HealthLine[] = [];
  if (violations > 0) {
    lines.push({
      area,
      tone: 'failed',
      text: `The last recount of the books found ${violations === 1 ? 'one thing' : `${violations} things`} wrong. Every amount on a screen may be wrong with it.`,
      todo: 'Do at once what the page of incidents says, before anything else is paid out.',
      docs: docsAt('incidents#the-audit-shows-a-violation'),
    });
  }
  if ('value' in audit && audit.value?.status === 'FAILED') {
    lines.push({
      area,
      tone: 'pending',
      text: `The newest recount did not end: ${audit.value.error ?? 'nobody knows why.'}`,
      todo: 'Begin another, under Ledger or with npm run audit.',
      docs,
    });
  }
  if (!auditedAt) {
    const text = 'The books have never been recounted.';
    const tone = isProduction && (auditAge ?? 0) > OLD_SECONDS ? 'failed' : 'pending';
    return [
      ...lines,
      { area, tone, text, todo: 'Begin a recount, under Ledger or with npm run audit.', docs },
    ];
  }
  const isOld = isProduction && (auditAge ?? 0) > OLD_SECONDS;
  const found = violations === 0 ? ', and found nothing wrong' : '';
  return [
    ...lines,
    {
      area,
      tone: isOld ? 'failed' : violations > 0 ? 'pending' : 'succeeded',
      text: `The books were last recounted ${span(secondsSince(auditedAt, now))} ago${found}.`,
      todo: isOld ? 'See why the nightly npm run audit did not run or did not end.' : null,
      docs,
    },
  ];
}

export function linesOfSeals({ figures, now }: HealthFacts): HealthLine[] {
  const area = 'seals';
  const docs = docsAt('monitoring#kairaseallate');
  if ('unknown' in figures) return [notKnown(area, 'The last seal of the books', figures.unknown, docs)];
  const { sealAge, sealedAt } = figures.value;
  const ago = sealedAt && span(secondsSince(sealedAt, now));
  if (sealAge !== null && sealAge > SEAL_LATE_SECONDS) {
    const text = ago
      ? `The books were last sealed ${ago} ago, and more has waited for a seal since. Nothing is lost; until it is sealed, a change past Kaira is not seen.`
      : 'The books have not been sealed yet, and more has waited for a seal since. Nothing is lost; until it is sealed, a change past Kaira is not seen.';
    const todo = 'See whether a worker works, and look for “a periodic job failed” with “seals” in the log.';
    return [{ area, tone: 'failed', text, todo, docs }];
  }
  const rest =
    sealAge === null
      ? 'nothing waits for the next seal'
      : 'what came since waits for the next seal, which comes each minute';
  const text = ago
    ? `The books were last sealed ${ago} ago, and ${rest}.`
    : `The books have not been sealed yet, and ${rest}.`;
  return [well(area, text, docs)];
}

export function linesOfVersions({ versions, schema, workers, now }: HealthFacts): HealthLine[] {
  const area = 'versions';
  const docs = docsAt('upgrade');
  const { kaira, node } = versions;
  const lines = [well(area, `This server is Kaira ${kaira} on Node ${node}.`, docs)];
  const seen = 'value' in workers ? workers.value.filter((each) => isAtWork(each, now)) : [];
  for (const { name, version } of seen.filter((each) => each.version !== kaira)) {
    lines.push({
      area,
      tone: 'pending',
      text: `The worker ${name} is Kaira ${version}, and this server is Kaira ${kaira}.`,
      todo: 'End the upgrade: every process has to be of one release before long.',
      docs,
    });
  }
  if ('unknown' in schema)
    return [...lines, notKnown(area, 'The schema of the database', schema.unknown, docs)];
  const { applied, known, areFunctionsOurs, differences } = schema.value;
  if (applied < known || !areFunctionsOurs) {
    lines.push({
      area,
      tone: 'failed',
      text: `The database has had ${applied} of the ${known} migrations of this release${areFunctionsOurs ? '' : ', and its functions are of another one'}.`,
      todo: 'Run npm run migrate as the owner of the database.',
      docs,
    });
  }
  if (differences.length > 0) {
    lines.push({
      area,
      tone: 'failed',
      text: `What enforces the rules in the database is not as this release ships it: ${differences.slice(0, 3).join(', ')}${differences.length > 3 ? ` and ${differences.length - 3} more` : ''}.`,
      todo: 'Do what the page of incidents says: somebody has changed the database past Kaira.',
      docs: docsAt('incidents#the-audit-shows-a-violation'),
    });
  }
  if (applied >= known && areFunctionsOurs && differences.length === 0) {
    const text = `The database has had all ${known} migrations of this release, and enforces what it ships.`;
    lines.push(well(area, text, docs));
  }
  return lines;
}
