/** What a worker does by the clock, as people say it; lib/jobs/worker.ts has each of them. */
const words: Record<string, string> = {
  look: 'Looking for what is due',
  fold: 'Adding up balances',
  tidy: 'Ending webhooks of endpoints that are off',
  rails: 'Looking after the rails',
  statistics: 'Keeping the database’s plans good',
  retention: 'Forgetting what is kept for a time only',
  partitions: 'Making room for the next months',
  approved_payments: 'Beginning what a second person has approved',
  choices: 'Ending payments whose customer chose no wallet',
  erasures: 'Erasing customers who are to be forgotten',
  settlements: 'Asking for settlements that are due',
  told: 'Writing to people of payouts, floats and statements',
  seals: 'Sealing the books',
  connections: 'Forgetting old connections to rails',
  heartbeat: 'Telling that the worker is there',
};

export const knownJobs = Object.keys(words);

export function jobWords(job: string): string {
  return words[job] ?? job;
}
