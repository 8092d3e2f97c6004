// Where the product does otherwise than the documents say, and it is known: each by its name, with its reason. The model
// expects what the documents say, and lets what is here pass; a run tells which of them it met, and one that no run
// meets any more comes out of the list.

export const known: Readonly<Record<string, string>> = {
  'refunds-count-as-pending':
    'contract §5: `pending_*` are collections that are PENDING and payouts that are PENDING or AWAITING_LIQUIDITY; refunds that are count as well.',
  'since-moves-with-the-clock':
    'guide test-your-integration: "Due times move, the past does not"; `liquidity.since` of what waits is earlier by what `advance` let pass.',
};
