import type { Fault, FaultEffect } from '../../faults/fault.ts';

type Kind = FaultEffect['kind'];

/** A number that an effect needs. */
export interface EffectField {
  readonly name: 'status' | 'bytes' | 'milliseconds';
  readonly label: string;
  readonly initial: number;
}

/** The further parts of a response, each empty for the mock's own. */
export const responseTexts = {
  code: { label: 'Code', placeholder: 'that of the status' },
  headers: { label: 'Headers', placeholder: '{ "Retry-After": "5" }' },
  body: { label: 'Body', placeholder: 'any JSON, in place of an error' },
} as const;

type ResponseText = keyof typeof responseTexts;

interface Effect {
  readonly label: string;
  readonly field?: EffectField;
}

const wait: EffectField = { name: 'milliseconds', label: 'Milliseconds', initial: 2000 };

/** The display name and number fields of each effect; its type requires a complete list. */
export const effects: Readonly<Record<Kind, Effect>> = {
  answer: {
    label: 'Respond with a status, and do nothing',
    field: { name: 'status', label: 'Status', initial: 503 },
  },
  'lose-reply': { label: 'Carry it out, then lose the response' },
  truncate: {
    label: 'Carry it out, then cut the response',
    field: { name: 'bytes', label: 'Bytes that arrive', initial: 10 },
  },
  'reset-connection': { label: 'Reset the connection before it is read' },
  'refuse-connection': { label: 'Refuse the connection' },
  delay: { label: 'Delay the response', field: wait },
  'delay-body': { label: 'Delay the body of the response', field: wait },
  'foreign-response': { label: 'Respond as a gateway does, with success and a body of its own' },
  'late-apply': {
    label: 'Break the connection, and carry the write out later',
    field: { ...wait, label: 'Milliseconds until then' },
  },
  'stale-read': {
    label: 'Carry the write out, and show the state before it to reads',
    field: { ...wait, label: 'Milliseconds of stale reads', initial: 60_000 },
  },
  'cached-list': {
    label: 'Serve a list from a cache',
    field: { ...wait, label: 'Milliseconds since it was cached', initial: 3_600_000 },
  },
  'skewed-date': {
    label: "Let the service's clock be off",
    field: { ...wait, label: 'Milliseconds, negative for behind', initial: 300_000 },
  },
  'expire-challenge': { label: 'Let the challenge expire before leg 2' },
  'revoke-session': { label: 'Revoke the session before leg 2' },
  'fail-credential-update': { label: 'Refuse the update of a tied credential' },
};

/** The values chosen in the form; empty text for values that were not chosen. */
export interface FaultChoice {
  readonly kind: Kind;
  readonly value: string;
  /** What a response has besides its status. */
  readonly response: Readonly<Record<ResponseText, string>>;
  readonly operation: string;
  readonly leg: string;
  readonly times: string;
}

/** The empty form. */
export const noChoice: FaultChoice = {
  kind: 'answer',
  value: '503',
  response: { code: '', headers: '', body: '' },
  operation: '',
  leg: '',
  times: '1',
};

function jsonIn(name: 'headers' | 'body', text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${responseTexts[name].label}: this is not valid JSON`, { cause });
  }
}

function responseOf({ code, headers, body }: FaultChoice['response']): object {
  return {
    ...(code !== '' && { code }),
    ...(headers !== '' && { headers: jsonIn('headers', headers) }),
    ...(body !== '' && { body: jsonIn('body', body) }),
  };
}

/**
 * Returns the form's fault in the form of the control API, which checks it.
 *
 * @throws Error for headers or a body that are not JSON
 */
export function faultOf({ kind, value, response, operation, leg, times }: FaultChoice): unknown {
  const { field } = effects[kind];
  return {
    ...(operation !== '' && { operation }),
    ...(leg !== '' && { leg: Number(leg) }),
    times: times === 'always' ? times : Number(times),
    effect: {
      kind,
      ...(field !== undefined && { [field.name]: Number(value) }),
      ...(kind === 'answer' && responseOf(response)),
    },
  };
}

/** Returns a fault as one line of text. */
export function faultText({ operation, leg, times = 1, effect }: Fault): string {
  const { label, field } = effects[effect.kind];
  const values = Object.entries(effect);
  const value =
    field === undefined ? '' : ` (${values.find(([name]) => name === field.name)?.[1]})`;
  const where = `${operation ?? 'any operation'}${leg === undefined ? '' : `, leg ${leg}`}`;
  return `${label}${value}: ${where}, ${times === 'always' ? 'always' : `${times} ×`}`;
}
