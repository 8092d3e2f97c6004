import { EmptyState } from '#components/ui/feedback';
import { t } from '#lib/browser/language/words';

export default function WebhookNotFound() {
  return (
    <EmptyState isPage title={t('Nothing of yours is here')}>
      {t(
        'This environment of your account has no such endpoint or delivery: it was deleted, or it belongs to the other environment, which the switch shows.',
      )}
    </EmptyState>
  );
}
