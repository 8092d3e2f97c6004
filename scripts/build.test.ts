import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

test('without the development packages a build says so, and nothing is installed', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'kaira-build-'));
  try {
    for (const name of ['db', 'lib', 'scripts', 'package.json', 'package-lock.json'])
      cpSync(path.join(root, name), path.join(home, name), { recursive: true });
    const packages = path.join(home, 'node_modules');
    mkdirSync(packages);
    for (const name of readdirSync(path.join(root, 'node_modules'))) {
      if (name === 'typescript' || name === '.cache') continue;
      symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name));
    }
    const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], {
      cwd: home,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/^The build needs development packages and misses typescript: run npm ci /);
    expect(status).toBe(1);
    expect(readdirSync(packages)).not.toContain('typescript');
    const lock = (folder: string) => readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
    expect(lock(home)).toBe(lock(root));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
