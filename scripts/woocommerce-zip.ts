import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zip } from '#lib/browser/workbook/make-workbook';

// npm run woocommerce:zip: the plugin with its SDK, to be uploaded to WordPress; what is for tests stays here.

const root = path.resolve(import.meta.dirname, '..');
const plugin = 'kaira-for-woocommerce';

if (import.meta.main) {
  writeFileSync(`${plugin}.zip`, zip(pluginFiles()));
  process.stdout.write(`${plugin}.zip is written: in WordPress, Plugins, Add New, Upload Plugin.\n`);
}

/** In one folder, as WordPress wants it. */
export function pluginFiles(): [name: string, content: string][] {
  return [
    ...filesOf('examples/woocommerce', '*.php', ''),
    ...filesOf('sdk/php', '{LICENSE,autoload.php,src/**/*.php}', 'sdk/'),
  ];
}

function filesOf(from: string, pattern: string, to: string): [name: string, content: string][] {
  const cwd = path.join(root, from);
  return globSync(pattern, { cwd })
    .toSorted()
    .map((file) => [`${plugin}/${to}${file}`, readFileSync(path.join(cwd, file), 'utf8')]);
}
