import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { statementKinds } from '#lib/ledger/statement-kinds';
import { statement } from '#lib/openapi/answers/account';

describe('each kind that a line of the statement can be', () => {
  it('is described by the API, and no other', () => {
    const { description = '' } = statement.shape.lines.element.shape.kind.meta() ?? {};
    const described = [...description.matchAll(/(?:^|\. )(?<kind>[a-z_]+): /g)].map(
      ({ groups }) => groups?.kind,
    );
    expect(described.toSorted()).toEqual(statementKinds.toSorted());
  });

  it('stands in the guide, and no other', async () => {
    const guide = await readFile('docs/guides/settlements.md', 'utf8');
    const [, section = ''] = guide.split('## The statement of your account');
    const told = [...section.matchAll(/^\| `(?<kind>[a-z_]+)` \|/gm)].map(({ groups }) => groups?.kind);
    expect(told.toSorted()).toEqual(statementKinds.toSorted());
  });
});
