import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Frame, Page } from '@playwright/test';
import type axe from 'axe-core';

// What `npm test` asks of axe: nearly all that its browsers do, so that each step here was measured. @axe-core/playwright
// sends axe unshortened, twice for each look, and brings back all that axe has seen.

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Of what axe shows of itself without describing it. */
interface Color {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): Color;
}

interface AxeWindow {
  axe?: typeof axe & { commons: { color: { Color: { prototype: Color } } } };
}

/** Each rule of axe that the page breaks, with the elements that do. */
export async function violationsOn(page: Page): Promise<string[]> {
  // A frame that is gone by now is none of the page.
  const [main, ...others] = page.frames();
  for (const frame of others) await bringAxe(frame).catch(() => undefined);
  if (!main) throw new Error('The page has no document.');
  await bringAxe(main);
  return main.evaluate(look);
}

/** Every page of the context has axe from its start: where each is looked at, a third of what bringing it later costs. */
export async function haveAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: prepared() });
}

async function bringAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(prepared());
}

function prepared(): string {
  return `${source};(${prepare})()`;
}

function prepare(): void {
  const { axe } = window as AxeWindow;
  if (!axe) throw new Error('axe has not come.');
  // Else it writes down every element that it looks at, with all that is in it.
  axe.configure({ noHtml: true });
  // It works out the colours of each word from all that lies behind it: the same few, thousands of times.
  const { prototype } = axe.commons.color.Color;
  const parse = prototype.parseString;
  const parsed = new Map<string, Pick<Color, 'r' | 'g' | 'b' | 'alpha'>>();
  prototype.parseString = function parseOnce(this: Color, text) {
    const known = parsed.get(text);
    if (known) return Object.assign(this, known);
    parse.call(this, text);
    const { r, g, b, alpha } = this;
    parsed.set(text, { r, g, b, alpha });
    return this;
  };
}

/** Every rule looks at every element; only of those that break it is anything brought back. */
async function look(): Promise<string[]> {
  const { axe } = window as AxeWindow;
  if (!axe) throw new Error('axe has not come.');
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    selectors: false,
    elementRef: true,
  });
  const broken = violations.map(({ id, nodes }) => {
    // What is in a frame has no element here, but a way to it.
    const told = nodes.map(({ element, target }) => element?.outerHTML.slice(0, 300) ?? target?.join(' '));
    return `${id}: ${told.join(' | ')}`;
  });

  // What axe does not ask: a field's border is seen (WCAG 1.4.11). A field without one has it around itself.
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('Colours cannot be read.');
  const lightness = (colour: string) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) =>
      byte <= 10 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
    ) as [number, number, number];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const behind = (element: Element | null): string => {
    if (element === null) return 'Canvas';
    const { backgroundColor } = getComputedStyle(element);
    return /rgba\(.*, 0\)/.test(backgroundColor) ? behind(element.parentElement) : backgroundColor;
  };
  const fields = 'input:not([type=checkbox], [type=radio], [type=range], [type=file]), select, textarea';
  for (const field of document.querySelectorAll<HTMLInputElement>(fields)) {
    const { borderBottomWidth, borderBottomColor } = getComputedStyle(field);
    if (borderBottomWidth === '0px' || field.disabled || !field.checkVisibility()) continue;
    const pair = [lightness(borderBottomColor), lightness(behind(field.parentElement))];
    if (Math.max(...pair) / Math.min(...pair) < 3)
      broken.push(`field-border: ${field.outerHTML.slice(0, 300)}`);
  }
  return broken;
}
