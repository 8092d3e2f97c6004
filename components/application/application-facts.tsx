import type { Application } from '#lib/applications/application';
import { mobile } from '#lib/browser/format';
import { railName } from '#lib/browser/rail-names';
import { Fact, Facts } from '../ui/facts.tsx';

type Said = Pick<Application, 'legal_name' | 'registration_number' | 'tin' | 'owners' | 'account'>;

/** What a business says of itself, to be read. */
export function ApplicationFacts({ application }: { application: Said }) {
  const { legal_name, registration_number, tin, owners, account } = application;
  return (
    <Facts isFramed className="gap-x-8 sm:grid-cols-2">
      <Fact name="Registered name">{legal_name ?? '–'}</Fact>
      <Fact name="Registration number">{registration_number ?? '–'}</Fact>
      <Fact name="TIN">{tin ?? '–'}</Fact>
      <Fact name="Owners">{owners.join(', ') || '–'}</Fact>
      <Fact name="Money goes to">{accountText(account)}</Fact>
    </Facts>
  );
}

function accountText(account: Said['account']): string {
  if (account === null) return '–';
  return account.bank === null
    ? `${mobile(account.mobile ?? '')} at ${railName(account.provider ?? '')}, of ${account.holder}`
    : `Account ${account.account_number} at ${account.bank}, of ${account.holder}`;
}
