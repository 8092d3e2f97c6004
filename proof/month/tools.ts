import { execFileSync, spawnSync } from 'node:child_process';

// The programs that are not ours, and what they make of our files.

/** Each with the Debian package that brings it. */
const programs = {
  awk: 'mawk',
  sqlite3: 'sqlite3',
  pdftotext: 'poppler-utils',
  pdftoppm: 'poppler-utils',
} as const;

/** Throws with the package's name where one is not there. */
export function requireTools(): void {
  const absent = Object.entries(programs).filter(
    ([program]) => spawnSync(program, ['--version']).error !== undefined,
  );
  if (absent.length === 0) return;
  const names = absent.map(([program]) => program).join(', ');
  const packages = [...new Set(absent.map(([, name]) => name))].join(' ');
  throw new Error(`Not installed: ${names}. On Debian: apt-get install ${packages}`);
}

/** What a program for awk prints of a CSV file. */
export function awk(file: string, program: string): string {
  return execFileSync('awk', ['-F,', program, file], { encoding: 'utf8' }).trim();
}

/** The rows of a query, as text; the table `j` is the CSV file. */
export function sqlite(file: string, query: string): string[][] {
  const script = `.mode csv\n.import ${file} j\n.mode list\n${query};`;
  const text = execFileSync('sqlite3', [':memory:'], { input: script, encoding: 'utf8' });
  return text
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('|'));
}

/** The text of a PDF as it stands on its pages. */
export function pdfText(file: string): string {
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
}

/** The first page as a picture, `<name>.png`. */
export function pdfPicture(file: string, name: string): void {
  execFileSync('pdftoppm', ['-png', '-r', '80', '-f', '1', '-l', '1', '-singlefile', file, name]);
}
