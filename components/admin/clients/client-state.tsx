import { t } from '#lib/browser/language/words';
import { State } from '../../ui/state.tsx';

export function ClientState({ status }: { status: 'ACTIVE' | 'SUSPENDED' }) {
  return status === 'ACTIVE' ? (
    <State tone="succeeded">{t('Active|a client')}</State>
  ) : (
    <State tone="failed">{t('Suspended')}</State>
  );
}
