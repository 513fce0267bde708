import type { Equivalent } from './results.ts';

/** The mutants of the SDK that may survive, by module. */
export const equivalentsInSdk: Readonly<Record<string, readonly Equivalent[]>> = {
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
      line: 'return Math.max(age > 0 ? CACHED : 0, before > 0 ? before : 0);',
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
      line: "if (seen.kind === 'recorded' && sending.hasKey) return { ...sent, clockOffset, isOwnClock };",
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
};
