import { requireFitForApplication } from '#db/fitness';
import { migrate } from '#db/migrate';
import { addressesIn } from '#db/roles';
import { parseSettings } from '#lib/settings';
import { reportFailure } from '#scripts/terminal';

// npm run migrate: brings the database at DATABASE_OWNER_URL to this release, and gives the role of DATABASE_URL what it
// needs. For installations whose servers are not to know the owner's address; `npm start` does the same where it does.

try {
  // Nothing is sealed and no address is given out here.
  const settings = parseSettings({
    ...process.env,
    KAIRA_SECRET: process.env.KAIRA_SECRET || 'x'.repeat(32),
    BASE_URL: process.env.BASE_URL || 'https://not.asked.for.example',
  });
  const { owner, application } = addressesIn(settings);
  const tell = (sentence: string) => process.stdout.write(`${sentence}\n`);
  await migrate(owner, application, { tell });
  const doubts = await requireFitForApplication(application, settings, 0, tell);
  for (const doubt of doubts) process.stderr.write(`${doubt}\n`);
  process.stdout.write('The database is of this release.\n');
} catch (error) {
  reportFailure(error);
}
