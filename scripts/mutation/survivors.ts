/** Mutants of one module that no test can notice. */
export interface Equivalent {
  /** The line in which they are, without its indentation. */
  readonly line: string;
  /** The mutants: the code, and what they put in its place. */
  readonly mutants: readonly string[];
  /** Completes "equivalent, because ...". */
  readonly because: string;
}

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
  'packages/sdk/src/call/response/foreign-response.ts': [
    {
      line: "if (reconcile?.by !== 'read' || !isFields(value)) return undefined;",
      mutants: [
        "reconcile?.by !== 'read' || !isFields(value) -> false",
        "reconcile?.by !== 'read' || !isFields(value) -> reconcile?.by !== 'read' && !isFields(value)",
        "reconcile?.by !== 'read' -> false",
      ],
      because:
        'a rule without `isApplied` judges nothing, and no row with one has a result without fields',
    },
  ],
  'packages/sdk/src/call/response/read-response.ts': [
    {
      line: "const isTyped = type === 'application/json' || jsonType.test(type);",
      mutants: ["type === 'application/json' -> false"],
      because: 'the pattern matches it too; the comparison is faster',
    },
    {
      line: ': findDrift(schema, value)',
      mutants: [
        "findDrift(schema, value) .filter(({ kind }) => kind === 'unknown_field') -> findDrift(schema, value)",
      ],
      because: 'the other kind is about strings, and a number is not one',
    },
    {
      line: ".filter(({ kind }) => kind === 'unknown_field')",
      mutants: ["kind === 'unknown_field' -> true"],
      because: 'the other kind is about strings, and a number is not one',
    },
    {
      line: 'json.unsafe === 0 ? { value: json.value, drift: [] } : withUnsafe(schema, json.value);',
      mutants: ['json.unsafe === 0 -> false'],
      because: '`withUnsafe` changes nothing but integers that are not safe',
    },
  ],
  'packages/sdk/src/call/send/recording.ts': [
    {
      line: '() => update().catch(() => false),',
      mutants: ['() => false -> () => undefined'],
      because: 'both are falsy, and nothing else is asked of the value',
    },
    {
      line: 'return limited(withdrawn, { clock, timeout, left: call.remaining, signal }).catch(() => false);',
      mutants: ['() => false -> () => undefined'],
      because: 'both are falsy, and nothing else is asked of the value',
    },
    {
      line: 'const cause = error instanceof LimitReached ? error : safeCause(error, []);',
      mutants: ['[] -> ["Stryker was here"]'],
      because: 'no error holds that text, which would be taken out of it',
    },
    {
      line: 'if (journal === undefined || !changesSomething(leg.sending)) return send();',
      mutants: ['journal === undefined -> false'],
      because: '`send` calls it only with a journal',
    },
  ],
  'packages/sdk/src/outcome/read-rules.ts': [
    {
      line: '} catch {',
      mutants: ['{ return undefined; } -> {}'],
      because: 'a function that ends without a value returns undefined',
    },
  ],
  'packages/sdk/src/outcome/reconcile.ts': [
    {
      line: 'const isDated = !Number.isNaN(one.date) && !Number.isNaN(other.date);',
      mutants: [
        '!Number.isNaN(one.date) && !Number.isNaN(other.date) -> true',
        '!Number.isNaN(one.date) && !Number.isNaN(other.date) -> !Number.isNaN(one.date) || !Number.isNaN(other.date)',
      ],
      because: '`Math.min` of NaN and a number is NaN too',
    },
    {
      line: "if (rule === undefined || rule.by === 'repeat' || rule.by === 'hand') return undefined;",
      mutants: ["rule.by === 'repeat' -> false", "rule.by === 'hand' -> false"],
      because: 'such a rule names no read, and no operation has an undefined name',
    },
  ],
  'packages/sdk/src/outcome/read-timing.ts': [
    {
      line: 'return Math.max(age > 0 ? 1_000 : 0, before > 0 ? before : 0);',
      mutants: ['before > 0 -> before >= 0'],
      because: 'both sides are 0 there',
    },
    {
      line: 'if (date === null) return;',
      mutants: ['date === null -> false'],
      because: '`Date.parse(null)` is not a number either; the check is for the compiler',
    },
    {
      line: 'if (date !== this.#text) [this.#text, this.#time] = [date, Date.parse(date)];',
      mutants: ['date !== this.#text -> true'],
      because: 'the same text is parsed to the same time; the check saves the second parse',
    },
  ],
  'packages/sdk/src/outcome/verdict.ts': [
    {
      line: "if (seen.kind === 'recorded' && sending.hasKey) return { ...sent, isOwnClock };",
      mutants: ["seen.kind === 'recorded' -> true"],
      because: 'an attempt of the call was made before its deadline, which settles later',
    },
  ],
  'packages/sdk/src/recover/entry.ts': [
    {
      line: "if (name === 'request') return rawOperation(context.auth, method, idempotencyKey !== undefined);",
      mutants: ['idempotencyKey !== undefined -> true'],
      because: 'a write without a key is not repeated, whatever its operation allows',
    },
  ],
  'packages/sdk/src/recover/resolve.ts': [
    {
      line: "if (end === undefined || found.outcome === 'unknown') return undefined;",
      mutants: ['end === undefined -> false'],
      because: 'without an end the outcome is unknown',
    },
    {
      line: "const called = 'read' in rule ? context.operation(rule.read)?.name : operation.name;",
      mutants: ['context.operation(rule.read)?.name -> context.operation(rule.read).name'],
      because: '`ask` is undefined where the operation does not exist',
    },
    {
      line: 'return settings.repeatKeyed && isFresh && !entry.request?.isUpload;',
      mutants: ['entry.request?.isUpload -> entry.request.isUpload'],
      because: 'an entry without a request gets no further than the check before it',
    },
    {
      line: 'if (key === undefined || !inquiry.verdict().mayRepeat || !isKeyUsable(place, entry)) {',
      mutants: ['key === undefined -> false'],
      because: 'a write without a key may not be repeated; the type of `key` does not show it',
    },
  ],
  'packages/sdk/src/recover/walk.ts': [
    {
      line: 'throw new CredentialsError({ cause: safeCause(error, []) });',
      mutants: ['[] -> ["Stryker was here"]'],
      because: 'it is a secret to mask, which no error contains',
    },
    {
      line: 'if (found !== undefined && waitUntil === undefined) {',
      mutants: ['found !== undefined -> true'],
      because: 'without a finding `waitUntil` is the time at which the call ends',
    },
    {
      line: 'unasked(this.#place, { startedAt: record.startedAt }, why),',
      mutants: ['{ startedAt: record.startedAt } -> {}'],
      because: 'a write without any evidence is unknown, whenever it was sent',
    },
    {
      line: 'this.#checkSignal();',
      mutants: ['this.#checkSignal(); -> ;'],
      because: 'each claim of an entry and each request check the signal too',
    },
  ],
  'packages/sdk/src/relay/tickets/tickets.ts': [
    {
      line: "#sealed: { kid: string; count: number } = { kid: '', count: 0 };",
      mutants: ["{ kid: '', count: 0 } -> {}"],
      because: 'the first ticket has another `kid` than either, and starts a new count',
    },
  ],
  'packages/sdk/src/webhooks/envelope.ts': [
    {
      line: 'return unsafe === 0 ? value : withTexts(value);',
      mutants: ['unsafe === 0 -> false'],
      because: '`withTexts` changes nothing but integers that are not safe',
    },
    {
      line: String.raw`const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;`,
      mutants: [
        String.raw`/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/ -> /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)/`,
      ],
      because: '`Date.parse` refuses whatever follows the zone',
    },
  ],
  'packages/sdk/src/webhooks/signature-header.ts': [
    {
      line: '.flatMap(([, value = []]) => value);',
      mutants: ['[] -> ["Stryker was here"]'],
      because: 'the filter before it leaves no undefined value; the default is for the compiler',
    },
    {
      line: '.filter(([key, value]) => key.toLowerCase() === name && value !== undefined)',
      mutants: ['value !== undefined -> true'],
      because: 'an undefined value becomes an empty list in the next step',
    },
    {
      line: "if (typeof json === 'object' && json !== null && 's' in json && typeof json.s === 'string') {",
      mutants: [
        "typeof json === 'object' && json !== null && 's' in json -> true",
        "typeof json === 'object' && json !== null && 's' in json -> typeof json === 'object' && json !== null || 's' in json",
        "typeof json === 'object' && json !== null -> true",
        "typeof json === 'object' && json !== null -> typeof json === 'object' || json !== null",
        "typeof json === 'object' -> true",
        'json !== null -> true',
      ],
      because: 'JSON that starts with a brace is an object, and a missing `s` is not a string',
    },
  ],
  'packages/sdk/src/webhooks/unwrap.ts': [
    {
      line: 'if (onDrift !== undefined) await tellDrift(event, onDrift);',
      mutants: ['onDrift !== undefined -> true'],
      because: 'nothing is called without a listener; the check spares loading the schemas',
    },
    ...['publicKeys', 'maxAge', 'clock', 'onDrift'].map((name) => ({
      line: `${name}: true,`,
      mutants: ['true -> false'],
      because: 'only the names of the table of options are read',
    })),
  ],
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
