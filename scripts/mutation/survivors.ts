import type { Equivalent } from './results.ts';
import { equivalentsInSdk } from './survivors-in-sdk.ts';

/** The mutants that may survive, by module. Any other one fails `npm run test:mutation`. */
export const equivalents: Readonly<Record<string, readonly Equivalent[]>> = {
  'packages/crypto/src/low-s.ts': [
    {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of code
      line: "const positive = whole >= '8' ? `00${whole}` : whole;",
      mutants: ["whole >= '8' -> whole > '8'"],
      because: '`whole` has an even number of digits, so it is never `8` alone',
    },
  ],
  'packages/crypto/src/signature.ts': [
    {
      line: 'if (der[0] !== SEQUENCE || der[1] !== der.length - 2 || der[1] >= 0x80) {',
      mutants: ['der[1] >= 0x80 -> false', 'der[1] >= 0x80 -> der[1] > 0x80'],
      because: 'two INTEGERs of at most 33 bytes do not fill 128 bytes, and more bytes are refused',
    },
    {
      line: "if (der[start] !== INTEGER || length === 0) refuse('Expected an INTEGER.');",
      mutants: ['length === 0 -> false'],
      because: 'an INTEGER without bytes is read as 0, which `assertRaw` refuses',
    },
    {
      line: "if (first === 0 && (length === 1 || second < 0x80)) refuse('An INTEGER is zero or not minimal.');",
      mutants: ['length === 1 -> false'],
      because: 'a single zero byte is read as 0, which `assertRaw` refuses',
    },
  ],
  'packages/contract/src/format/request-echo.ts': [
    {
      line: 'if (found !== undefined) return found;',
      mutants: ['found !== undefined -> false'],
      because: 'the names of a schema are the same each time; finding them again is slower',
    },
    {
      line: 'known.set(schema, fields);',
      mutants: ['known.set(schema, fields); -> ;'],
      because: 'the names of a schema are the same each time; finding them again is slower',
    },
    {
      line: 'if (shown === undefined || JSON.stringify(shown) === JSON.stringify(sent)) return false;',
      mutants: ['shown === undefined -> false'],
      because: 'a field that is missing fits no schema',
    },
    {
      line: 'const inside = result.in === undefined ? value : value[result.in];',
      mutants: ['result.in === undefined -> false'],
      because: 'no result has a field named `undefined`, and without one the whole value is meant',
    },
    {
      line: 'if (ownId === undefined) return undefined;',
      mutants: ['ownId === undefined -> false'],
      because: 'no request has a field named `undefined`',
    },
  ],
  'packages/mock/src/ledger/ledger.ts': [
    {
      line: "const moved = accounts.filter(({ kind }) => kind === 'in' || kind === 'out');",
      mutants: ["kind === 'out' -> false"],
      because: 'money goes out only in a currency in which some came in',
    },
  ],
  ...equivalentsInSdk,
  'packages/wallet/src/signing/payload/check-activity.ts': [
    {
      line: "const isRequired = activity.slots[path] === 'own' || activity.slots[path]?.[0] === '=';",
      mutants: ['activity.slots[path]?.[0] -> activity.slots[path][0]'],
      because: 'the path is one of the slots; the `?.` is for the compiler',
    },
  ],
  'packages/wallet/src/signing/payload/leaves.ts': [
    {
      line: "for (let at = 0; at < name.length; at += 1) if (name[at] === '/') throw AMBIGUOUS;",
      mutants: ['at < name.length -> at <= name.length'],
      because: 'the character after the last one is undefined, which is not a slash',
    },
    {
      line: 'for (let at = 0; at < HEX.length; at += 1) if (HEX[at] === character) return at % 16;',
      mutants: ['at < HEX.length -> at <= HEX.length'],
      because: 'the digit after the last one is undefined, which no character is',
    },
  ],
  'packages/wallet/src/signing/payload/request.ts': [
    {
      line: "return expected.kind === 'action' ? expected.change : undefined;",
      mutants: ["expected.kind === 'action' -> true"],
      because: 'the other kind that gets here, a stamp, has no change',
    },
  ],
};
