import type { Application } from '#lib/applications/application';
import { mobile } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import { Fact, Facts } from '../ui/facts.tsx';

type Said = Pick<Application, 'legal_name' | 'registration_number' | 'tin' | 'owners' | 'account'>;

/** What a business says of itself, to be read. */
export function ApplicationFacts({ application }: { application: Said }) {
  const { legal_name, registration_number, tin, owners, account } = application;
  return (
    <Facts isFramed className="gap-x-8 sm:grid-cols-2">
      <Fact name={t('Registered name')}>{legal_name ?? '–'}</Fact>
      <Fact name={t('Registration number')}>{registration_number ?? '–'}</Fact>
      <Fact name={t('TIN')}>{tin ?? '–'}</Fact>
      <Fact name={t('Owners')}>{owners.join(', ') || '–'}</Fact>
      <Fact name={t('Money goes to')}>{accountText(account)}</Fact>
    </Facts>
  );
}

function accountText(account: Said['account']): string {
  if (account === null) return '–';
  return account.bank === null
    ? t('{mobile} at {provider}, of {holder}', {
        mobile: mobile(account.mobile ?? ''),
        provider: railName(account.provider ?? ''),
        holder: account.holder,
      })
    : t('Account {accountNumber} at {bank}, of {holder}', {
        accountNumber: account.account_number ?? '',
        bank: account.bank,
        holder: account.holder,
      });
}
