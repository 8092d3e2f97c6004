import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nextOf, root } from './stage.ts';

/** What Next itself costs a browser: a page of one button. No page of ours that has a script can load less. */
const files = {
  'package.json': '{ "private": true, "type": "module" }',
  'next.config.ts': `export default { typescript: { ignoreBuildErrors: true }, turbopack: { root: ${JSON.stringify(root)} } };`,
  'app/healthz/route.ts': "export const GET = () => new Response('ok');",
  'app/layout.tsx':
    "export default function Layout({ children }) { return <html lang='en'><body>{children}</body></html>; }",
  'app/page.tsx':
    "import { Counter } from './counter';\nexport const dynamic = 'force-dynamic';\nexport default function Page() { return <main><Counter /></main>; }",
  'app/counter.tsx':
    "'use client';\nimport { useState } from 'react';\nexport function Counter() { const [count, set] = useState(0); return <button type='button' onClick={() => set(count + 1)}>{count}</button>; }",
};

/** Answers with the folder that it was built in, for `serve('next start')`. Throws with the output of a build that failed. */
export function buildEmptyPage(): string {
  // Within the repository, whose packages it uses.
  const folder = path.join(root, '.data/empty-page');
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', CI: '1' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [nextOf(folder), 'build'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The empty page was not built:\n${stdout}${stderr}`);
  return folder;
}
