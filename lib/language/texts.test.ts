import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readTexts } from '#e2e/setup/read-texts';
import { capital } from '#lib/browser/format';
import { admin } from '#lib/browser/language/fr/admin';
import { business } from '#lib/browser/language/fr/business';
import { errors as generalErrors } from '#lib/browser/language/fr/errors';
import { errors as operatorErrors } from '#lib/browser/language/fr/operators';
import { sales } from '#lib/browser/language/fr/sales';
import { shared } from '#lib/browser/language/fr/shared';
import { asLanguage, languages, preparedLanguages } from '#lib/browser/language/languages';
import { ff, signedOffBy as ffSignedOffBy } from '#lib/browser/language/prepared/ff';
import { mnk, signedOffBy as mnkSignedOffBy } from '#lib/browser/language/prepared/mnk';
import { wo, signedOffBy as woSignedOffBy } from '#lib/browser/language/prepared/wo';
import type { Catalogue, Translation } from '#lib/browser/language/words';
import { type Area, places } from '#lib/language/areas';
import { documents } from '#lib/language/fr/documents';
import { messages } from '#lib/language/fr/messages';
import { payer } from '#lib/language/fr/payer';
import { signIn } from '#lib/language/fr/sign-in';
import { site } from '#lib/language/fr/site';

/** What is said by the server; operators alone load the second part. */
const errors: Catalogue = { ...generalErrors, ...operatorErrors };

const catalogues: Readonly<Record<Area, Catalogue>> = {
  admin,
  business,
  documents,
  messages,
  payer,
  sales,
  shared,
  signIn,
  site,
};

const files = globSync('{app,components,lib}/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.') && !file.startsWith('lib/browser/language/'))
  .sort()
  .map((file) => {
    const place = places
      .filter(({ path }) => file === path || file.startsWith(`${path}/`))
      .sort((a, b) => b.path.length - a.path.length)[0];
    return { file, place, ...readTexts(file, readFileSync(file, 'utf8')) };
  });

const named = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
const formsOf = (translation: Translation) =>
  typeof translation === 'string' ? [translation] : Object.values(translation);

describe('every text', () => {
  test('stands word for word where it is said, and is said where a language is known', () => {
    expect(files.flatMap(({ file, faults }) => faults.map((fault) => `${file}: ${fault}`))).toEqual([]);
  });

  test('is in the French catalogue of its area, or in the shared one', () => {
    const missing = files.flatMap(({ file, place, used }) =>
      used
        .filter(({ key, isPlural }) => {
          const found = place && (catalogues[place.area][key] ?? catalogues.shared[key]);
          return found === undefined || (typeof found === 'object') !== isPlural;
        })
        .map(({ key, line }) => `${file}:${line}: ${place?.area ?? 'no area'}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  test('of a catalogue is said somewhere in its area', () => {
    const unused = Object.entries(catalogues).flatMap(([area, catalogue]) => {
      const said = new Set(
        files
          .filter(({ place }) => area === 'shared' || place?.area === area)
          .flatMap(({ used }) => used.map(({ key }) => key)),
      );
      return Object.keys(catalogue)
        .filter((key) => !said.has(key))
        .map((key) => `${area}: ${key}`);
    });
    expect(unused).toEqual([]);
  });

  test('has the same facts in both languages', () => {
    const different = Object.values({ ...catalogues, errors }).flatMap((catalogue) =>
      Object.entries(catalogue).filter(([key, translation]) =>
        formsOf(translation).some((form) => {
          // `une minute` may stand for `{count} minutes`.
          const facts = named(form);
          const isSingular = typeof translation === 'object' && form !== translation.other;
          const needed = named(key).filter((fact) => !isSingular || fact !== '{count}');
          return needed.some((fact) => !facts.includes(fact)) || facts.some((fact) => !key.includes(fact));
        }),
      ),
    );
    expect(different).toEqual([]);
  });

  test('has one French sentence, wherever it stands', () => {
    const seen = new Map<string, string>();
    const twice = Object.values(catalogues).flatMap((catalogue) =>
      Object.entries(catalogue).filter(([key, translation]) => {
        const before = seen.get(key);
        seen.set(key, JSON.stringify(translation));
        return before !== undefined && before !== JSON.stringify(translation);
      }),
    );
    expect(twice).toEqual([]);
    const again = Object.entries(catalogues).flatMap(([area, catalogue]) =>
      Object.keys(catalogue).filter((key) => area !== 'shared' && Object.hasOwn(shared, key)),
    );
    expect(again, 'in the shared catalogue and in another one').toEqual([]);
  });

  test('of French is written as French is: no straight apostrophe, no sentence that was left in English', () => {
    const odd = Object.values({ ...catalogues, errors }).flatMap((catalogue) =>
      Object.entries(catalogue).filter(
        ([key, translation]) =>
          formsOf(translation).some((form) => /\w'\w/.test(form)) ||
          (/\w \w+ \w/.test(key) && key === translation),
      ),
    );
    expect(odd).toEqual([]);
  });
});

test('every refusal that is translated is one that the server says, word for word', () => {
  const strings = files.filter(({ file }) => file.startsWith('lib/')).flatMap((each) => each.strings);
  // The audit log's page names an action by its code.
  const actions = strings.filter((text) => /^[a-z_]+\.[a-z_]+$/.test(text));
  const said = new Set([...strings, ...actions.map((code) => capital(code.replace('.', ' ')))]);
  const unsaid = Object.keys(errors).filter((key) => !said.has(key.replace(/\{\w+\}/g, '{}')));
  expect(unsaid).toEqual([]);
});

test('a pattern of a refusal names each of its facts once', () => {
  const twice = Object.keys(errors).filter((key) => {
    const facts = key.match(/\{\w+\}/g) ?? [];
    return new Set(facts).size < facts.length;
  });
  expect(twice).toEqual([]);
});

test('where a folder is translated, no text for people stands outside of the words', () => {
  const done = files.filter(({ place }) => place?.isDone);
  expect(done.length).toBeGreaterThan(20);
  expect(done.flatMap(({ file, bare }) => bare.map((each) => `${file}: ${each}`))).toEqual([]);
});

test('every place is one that there is', () => {
  const empty = places.filter(
    ({ path }) => !files.some(({ file }) => file === path || file.startsWith(`${path}/`)),
  );
  expect(empty).toEqual([]);
});

describe('a reader of texts', () => {
  const page = (body: string) =>
    readTexts(
      'page.tsx',
      `import { later, pieces, plural, t } from '#lib/browser/language/words';\nexport function Page() {\n${body.replaceAll('§{', '${')}\n}`,
    );

  test.each([
    ['text', 'return <p>Nothing here yet</p>;'],
    ['a word', 'return <b>Amount</b>;'],
    ['a label that is read aloud', 'return <nav aria-label="Pages" />;'],
    ['a placeholder', 'return <input placeholder="Your name" />;'],
    ['a picture’s text', 'return <img alt="Logo" />;'],
    ['an attribute with one of two', "return <Field title={isNew ? 'New' : 'Other'} />;"],
    ['one of two', "return <p>{isNew ? 'new' : t('Old')}</p>;"],
    ['what may stand there', "return <p>{isNew && 'new'}</p>;"],
    ['a text with an amount', 'return <p>{`Pay §{amount}`}</p>;'],
    ['a toast', "toast.success('Saved');"],
    ['a label of a table', "return [{ label: 'Amount' }];"],
    ['a sentence anywhere', "const why = 'The amount is wrong'; return why;"],
    ['text of a document', 'return html`<p class="a">Receipt</p>`;'],
    ['a title of a document', 'return html`<input title="Six digits">`;'],
    ['text beside a value', 'return html`<p>§{name} has paid</p>`;'],
    ['text of a value in a document', "return html`<p>§{isPaid ? 'paid' : ''}</p>`;"],
  ])('sees %s', (_, body) => {
    expect(page(body).bare).not.toEqual([]);
  });

  test.each([
    ['what is in the words', "return <p title={t('New')}>{t('Old')} {count} · GMD {amount}</p>;"],
    [
      'names of classes and codes',
      'return <p className="font-bold text-red" id="some-id" data-x="a b c" />;',
    ],
    ['what is compared', "return <p>{status === 'SUCCEEDED' ? t('Paid') : null}</p>;"],
    ['what is thrown', "throw new AppError('NOT_FOUND', 'There is no such payment.');"],
    ['tags of a document', 'return html`<p class="text soft" lang="§{lang}">§{t(\'Paid\')}</p>`;'],
    ['a class that depends', 'return html`<span class="dot §{isOver && \'red\'}"></span>`;'],
  ])('leaves %s alone', (_, body) => {
    expect(page(body).bare).toEqual([]);
  });

  test('finds each key, with its line', () => {
    const body =
      "return [t('One'), isNew ? t(isBig ? 'Two' : 'Three') : pieces('Four {x}', { x: t('Five') }), plural(2, { one: '{count} six', other: '{count} sixes' })];";
    expect(page(body).used.map(({ key, isPlural, line }) => [key, isPlural, line])).toEqual([
      ['One', false, 3],
      ['Two', false, 3],
      ['Three', false, 3],
      ['Four {x}', false, 3],
      ['Five', false, 3],
      ['{count} sixes', true, 3],
    ]);
  });

  test('refuses a text that is made at run time, and one that is said before a language is known', () => {
    expect(page('return t(title);').faults).toHaveLength(1);
    expect(page('return t(`Hello §{name}`);').faults).toHaveLength(1);
    const early =
      "import { t, later } from '#lib/browser/language/words';\nconst a = t('Early');\nconst b = later('Late');";
    expect(readTexts('a.ts', early).faults).toEqual([expect.stringContaining('line 2')]);
  });
});

describe('a language that nobody has signed for', () => {
  test('is prepared and not offered', () => {
    expect(Object.keys(preparedLanguages)).toEqual(['wo', 'mnk', 'ff']);
    for (const code of Object.keys(preparedLanguages)) {
      expect(asLanguage(code)).toBeUndefined();
      expect(Object.keys(languages)).not.toContain(code);
    }
    expect([wo, mnk, ff, woSignedOffBy, mnkSignedOffBy, ffSignedOffBy].flatMap(Object.keys)).toEqual([]);
  });
});
