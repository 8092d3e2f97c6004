import { EmptyState } from '#components/ui/feedback';

export default function WebhookNotFound() {
  return (
    <EmptyState isPage title="Nothing of yours is here">
      This environment of your account has no such endpoint or delivery: it was deleted, or it belongs to the
      other environment, which the switch shows.
    </EmptyState>
  );
}
