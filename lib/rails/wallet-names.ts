/** What people call a rail; contract-more.md §19. */
const names: Readonly<Record<string, string>> = {
  PROVIDER_W: 'Wallet W',
  PROVIDER_A: 'Wallet A',
  PROVIDER_C: 'Wallet C',
  PROVIDER_C_CARD: 'Card',
};

export function walletName(provider: string): string {
  return names[provider] ?? provider;
}
