import { fixturesSchema } from '../../../packages/mock/scripts/fixtures-schema.ts';
import { docText, withoutTags } from '../../build/types/doc-comment.ts';
import { builtDeclarations, declaredType, firstParameter } from './declared-types.ts';
import { FieldReader, type FieldRow } from './field-rows.ts';
import { onOneLine } from './row-comments.ts';

/** A function of `mock.add`, as it is declared. */
interface DeclaredFixture {
  readonly name: string;
  readonly comment: string;
  readonly fields: readonly FieldRow[];
}

/** Every fixture of the mock, with the fields that it accepts. */
export function fixtures(): DeclaredFixture[] {
  const { checker } = builtDeclarations();
  const reader = new FieldReader(checker);
  return declaredType('@org/payments-mock', 'Fixtures')
    .getProperties()
    .map((fixture) => {
      const accepted = firstParameter(checker.getTypeOfSymbol(fixture));
      if (accepted === undefined) throw new Error(`mock.add.${fixture.name} accepts no fields`);
      const comment = withoutTags(docText(fixture));
      return { name: fixture.name, comment, fields: reader.rows(accepted) };
    });
}

/** A doc comment on one line, as editors show it. */
function plainText(comment: string): string {
  return onOneLine(comment).replaceAll(/\{@link (\w+)\}/g, '`$1`');
}

/** The JSON Schema of files of fixtures, with the comments of the fields. */
export function describedFixturesSchema(): object {
  const comments = fixtures().map(({ name, comment, fields }) => {
    const texts = fields.map((field) => ({ path: field.path, comment: plainText(field.comment) }));
    return [name, { comment: plainText(comment), fields: texts }] as const;
  });
  return fixturesSchema(Object.fromEntries(comments));
}
