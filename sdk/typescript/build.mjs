import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

// dist/esm and dist/cjs, from the same source: CommonJS on Node 20 cannot load the first one.

const cjs = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--outDir', 'dist/cjs'];

rmSync('dist', { recursive: true, force: true });
for (const options of [[], [...cjs, '--verbatimModuleSyntax', 'false']]) {
  execFileSync('tsc', ['--project', 'tsconfig.json', ...options], { stdio: 'inherit' });
}
// The package itself says "type": "module".
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
