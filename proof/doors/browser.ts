/** What a real browser runs of what is slipped into a page. Left out, and said so, where there is no Chromium. */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { attack, begin, note } from './score.ts';
import type { Person, Stage } from './stage.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Each way in which markup that got into a page would run; the flag says that it did. */
const INJECTIONS: [string, string][] = [
  [
    'a script element',
    "const s = document.createElement('script'); s.textContent = 'window.doors.push(\"element\")'; document.body.append(s)",
  ],
  [
    'markup with onerror',
    "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.doors.push(1)\">')",
  ],
  [
    'a javascript: link',
    "const a = document.createElement('a'); a.href = 'javascript:window.doors.push(2)'; document.body.append(a); a.click()",
  ],
  [
    'a frame with srcdoc',
    "const f = document.createElement('iframe'); f.srcdoc = '<script>parent.doors.push(3)</script>'; document.body.append(f)",
  ],
  [
    'a data: script',
    "const s = document.createElement('script'); s.src = 'data:text/javascript,window.doors.push(4)'; document.body.append(s)",
  ],
  [
    'a blob: script',
    "const s = document.createElement('script'); s.src = URL.createObjectURL(new Blob(['window.doors.push(5)'], { type: 'text/javascript' })); document.body.append(s)",
  ],
  [
    'a text for a timer',
    "const s = document.createElement('img'); s.setAttribute('onload', 'setTimeout(\\'window.doors.push(6)\\')'); s.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='; document.body.append(s)",
  ],
  [
    'a base that is moved',
    "const b = document.createElement('base'); b.href = 'https://evil.example/'; document.head.prepend(b); if (document.baseURI.startsWith('https://evil')) window.doors.push(7)",
  ],
];

export async function browser(
  stage: Stage,
  owner: Person,
  operator: Person,
  pages: { client: string[]; admin: string[] },
) {
  if (!begin('browser')) {
    return;
  }
  if (!existsSync(CHROMIUM)) {
    note(`left out: there is no ${CHROMIUM}`);
    return;
  }
  const run = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    for (const [who, person, paths] of [
      ['nobody', null, ['/login', '/docs', '/admin/login']],
      ['an owner', owner, pages.client],
      ['an operator', operator, pages.admin],
    ] as const) {
      const context = await run.newContext({ baseURL: stage.base, locale: 'en-GB' });
      if (person) {
        const at = person.cookie.indexOf('=');
        await context.addCookies([
          {
            name: person.cookie.slice(0, at),
            value: person.cookie.slice(at + 1),
            url: stage.base,
            httpOnly: true,
          },
        ]);
      }
      for (const path of paths) {
        await attack(`what is slipped into ${path} does not run, as ${who}`, async () => {
          const page = await context.newPage();
          const broken: string[] = [];
          page.on('console', (message) => {
            if (message.type() === 'error' && /Content Security Policy/i.test(message.text())) {
              broken.push(message.text().slice(0, 120));
            }
          });
          await page.goto(path, { waitUntil: 'load', timeout: 30_000 });
          await page.waitForTimeout(700);
          const own = broken.length;
          const landed = new URL(page.url()).pathname;
          const ran: string[] = [];
          for (const [title, code] of INJECTIONS) {
            await page.evaluate(`window.doors = []; (() => { ${code} })()`).catch(() => undefined);
            await page.waitForTimeout(120);
            const seen = await page.evaluate('window.doors?.length ?? 0').catch(() => 0);
            if (Number(seen) > 0) {
              ran.push(title);
            }
          }
          await page.close();
          return [
            [landed.startsWith(path), `landed on ${landed}`],
            [ran.length === 0, `expected none to run, ran: ${ran.join(', ') || 'none'}`],
            [
              own === 0,
              own === 0
                ? 'the page itself breaks no policy'
                : `the page breaks its own policy ${own}×: ${broken[0]}`,
            ],
          ];
        });
      }
      await context.close();
    }
  } finally {
    await run.close();
  }
}
