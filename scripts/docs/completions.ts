import type ts from 'typescript';
import { docText, withoutTags } from '../build/types/doc-comment.ts';
import { builtDeclarations, declaredType, firstParameter } from './facts/declared-types.ts';
import { firstSentence } from './facts/row-comments.ts';

/** What the editor of the playground offers: a name, and what it is for. */
interface Offer {
  readonly label: string;
  readonly type: 'property' | 'function';
  readonly info: string;
}

const MAX_DEPTH = 3;

/** The members of a type that a package declares, of each member of a union. */
function membersOf(type: ts.Type | undefined): ts.Symbol[] {
  const parts = type?.isUnion() ? type.types : type === undefined ? [] : [type];
  const members = parts
    .flatMap((part) => part.getProperties())
    .filter(({ name, declarations = [] }) => {
      const file = declarations[0]?.getSourceFile().fileName ?? '';
      return /\/packages\/\w+\/dist\//.test(file) && /^[a-z]\w*$/.test(name);
    });
  return [...new Map(members.map((member) => [member.name, member])).values()];
}

/**
 * What can follow a path in a program of the playground, from the built declarations: the members of
 * `payments.cards`, and at `payments.cards.update(` the fields of its input.
 */
export function completions(): Record<string, readonly Offer[]> {
  const { checker } = builtDeclarations();
  const offers: Record<string, readonly Offer[]> = {};
  const add = (path: string, type: ts.Type | undefined, depth: number) => {
    const members = membersOf(type);
    if (members.length === 0) return;
    offers[path] = members.map((member) => {
      const own = checker.getTypeOfSymbol(member);
      const isCalled = own.getCallSignatures().length > 0;
      const below = `${path}.${member.name}`;
      if (isCalled && depth <= MAX_DEPTH) add(`${below}(`, firstParameter(own), MAX_DEPTH + 1);
      if (!isCalled && depth < MAX_DEPTH) add(below, own, depth + 1);
      return {
        label: member.name,
        type: isCalled ? 'function' : 'property',
        info: firstSentence(withoutTags(docText(member))),
      };
    });
  };
  add('payments', declaredType('@org/payments-sdk', 'PaymentsClient'), 1);
  add('mock', declaredType('@org/payments-mock', 'Mock'), 1);
  return offers;
}
