import { EmptyState } from '#components/ui/feedback';

export default function TransactionNotFound() {
  return (
    <EmptyState title="There is no such transaction here">
      The address may be misspelt, or the transaction may belong to the other environment: try the switch at
      the top of the navigation.
    </EmptyState>
  );
}
