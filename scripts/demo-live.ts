import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { OneSentenceError } from '#db/one-sentence-error';
import { reportFailure } from '#scripts/terminal';

// npm run demo:live: the whole of live on one machine. The rail simulator in a process of its own, and the gateway as
// `npm start` runs it, with live keys that lead there. It has a folder of its own, which the simulator's book and the
// gateway's database share: a wallet, its keys and our books of it stay together over every start. No real money moves.

const root = path.resolve(import.meta.dirname, '..');
const { env } = process;

interface Ready {
  type: 'ready';
  settings: Record<string, string>;
}

const usage = `npm run demo:live: Kaira with simulated live rails; no real money moves.
Its data lies in .data/live-demo, or where KAIRA_DATA_DIR says; PORT and RAILS_PORT are its two ports.
Other commands for it need KAIRA_DATA_DIR=.data/live-demo before them, such as npm run admin:create.
`;

try {
  if (process.argv.includes('--help')) {
    process.stdout.write(usage);
    process.exit();
  }
  if (env.NODE_ENV === 'production' || env.KAIRA_MODE === 'production') {
    throw new OneSentenceError(
      'npm run demo:live simulates the rails and is refused in production: use npm start.',
    );
  }
  const folder = env.KAIRA_DATA_DIR || path.join(root, '.data/live-demo');
  Object.assign(env, {
    KAIRA_MODE: 'local',
    KAIRA_DATA_DIR: folder,
    KAIRA_DEMO_DATA: 'always',
    KAIRA_RAILS_SIMULATED: '1',
    // Never the database that `.env` names: what is simulated is not mixed with anything.
    DATABASE_URL: '',
  });
  // Credentials of a real rail have no business here, and would let it be mistaken for the simulator.
  for (const name of Object.keys(env)) if (name.startsWith('RAIL_')) delete env[name];
  const { SIMULATED_FLOAT } = await import('#scripts/demo');
  const port = env.PORT || '3000';
  const simulator = fork(
    path.join(root, 'scripts/rails-simulate.ts'),
    [
      ...['--port', env.RAILS_PORT || '4100', '--float', SIMULATED_FLOAT],
      ...['--book', path.join(folder, 'rails-simulator.jsonl')],
      ...['--notify', `http://localhost:${port}/rails/{rail}/notify`],
      ...process.argv.slice(2),
    ],
    // A group of its own: a Ctrl-C is for the gateway, which asks the rails for their last word while it stops. The
    // simulator ends when we do.
    { detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  Object.assign(env, await settingsOf(simulator));
  simulator.on('exit', (code) => {
    process.stderr.write(
      `The rail simulator ended (${code}): live payments go nowhere until the next start.\n`,
    );
  });
  process.argv.length = 2;
  await import('#scripts/start');
} catch (error) {
  reportFailure(error);
  process.exit();
}

/** The settings that lead to the simulator, once it listens. */
function settingsOf(simulator: ChildProcess): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    simulator.once('message', (message: Ready) => resolve(message.settings));
    simulator.once('error', reject);
    simulator.once('exit', () =>
      reject(new OneSentenceError('The rail simulator could not start; what it said is above.')),
    );
  });
}
