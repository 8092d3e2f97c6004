import { runSeed } from './run.ts';
import { joinStage } from './stage.ts';

// One mistake in the model, which planted.ts has put into it, against a gateway that is there: the first difference.

const [baseUrl = '', databaseUrl = '', seeds = '4', operations = '150'] = process.argv.slice(2);
const stage = await joinStage(baseUrl, databaseUrl);
let found = '';
for (let seed = 1; seed <= Number(seeds) && found === ''; seed++) {
  const { story } = await runSeed(stage, seed, Number(operations), { isShrunk: false });
  const line = story?.split('\n').find((each) => each.startsWith('  DIFFERS'));
  if (line !== undefined) found = `seed ${seed}: ${line.slice(10, 260)}`;
}
console.log(found);
await stage.stop();
