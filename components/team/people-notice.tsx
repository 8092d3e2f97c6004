import { type ActivityLine, describeActivity } from '#lib/browser/activity';
import { t } from '#lib/browser/language/words';
import { roleName } from '#lib/browser/role-names';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { DismissButton } from './dismiss-button.tsx';

/** What Kaira's operators did about who signs in for this account, until an owner has read it. */
export function PeopleNotice({ lines }: { lines: ActivityLine[] }) {
  const [newest] = lines;
  if (newest === undefined) return null;
  return (
    <Notice kind="warning" className="mb-6">
      <p className="font-semibold">{t('Kaira’s operators changed who can sign in for you')}</p>
      <ul className="mt-1 grid gap-0.5">
        {lines.map((line) => {
          const { sentence, changes } = describeActivity(line);
          const into = changes.find(({ label }) => label === t('Role'))?.after;
          return (
            <li key={line.id} className="break-words">
              {into ? t('{sentence} to {role}', { sentence, role: roleName(into) }) : sentence},{' '}
              <Time at={line.at} />
            </li>
          );
        })}
      </ul>
      <p className="mt-1 text-muted-foreground">
        {t('If you did not ask for this, disable the person under Team and call the operators at once.')}
      </p>
      <DismissButton until={newest.id} />
    </Notice>
  );
}
