import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openApiDocument } from '#lib/openapi/document';

// npm run openapi:lint
// The description of the API before a linter that others use, which npm brings for this one run (MIT, one package of
// 15 MB, so it is no dependency). A warning counts as much as an error. Exits with 1 where there is one.

const linter = '@redocly/cli@2.77.0';
/** https://redocly.com/docs/cli/rules; what is off stands here with its reason. */
const rules = {
  extends: ['recommended-strict'],
  rules: {
    // The contract's paths: a transaction's id is never `status`.
    'no-ambiguous-paths': 'off',
    // Every code of the API is described, also those that are answered where no operation is: METHOD_NOT_ALLOWED.
    'no-unused-components': 'off',
    // The address of whoever runs it.
    'no-server-example.com': 'off',
  },
};

const folder = mkdtempSync(path.join(tmpdir(), 'kaira-openapi-'));
try {
  const description = JSON.stringify(openApiDocument('https://pay.example.com'), null, 1);
  writeFileSync(path.join(folder, 'openapi.json'), description);
  // JSON is YAML.
  writeFileSync(path.join(folder, 'redocly.yaml'), JSON.stringify(rules));
  const { status } = spawnSync('npx', ['--yes', linter, 'lint', 'openapi.json'], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
  });
  process.exitCode = status === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
