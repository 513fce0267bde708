import { describe, expect, test } from 'vitest';
import { type OptionChecks, optionChecks, optionIssues } from './option-checks.ts';
import {
  aFunction,
  flag,
  listOf,
  numberOf,
  type OptionKinds,
  oneOf,
  required,
  text,
  wholeNumber,
  withFunctions,
} from './option-kinds.ts';

const { checkOptions, checkFunctions, checkRequest }: OptionChecks = optionChecks(
  (option, message, action) => Object.assign(new Error(message), { option, action }),
);

const kinds: OptionKinds = {
  any: true,
  name: text,
  isOpen: flag,
  onEnd: aFunction,
  observers: listOf(aFunction, 'functions'),
  level: oneOf('low', 'high'),
  timeout: numberOf({ above: 0, unit: 'milliseconds' }),
  port: wholeNumber({ from: 0, to: 65_535 }),
  clock: withFunctions('now', 'setTimeout'),
};

describe('an option is refused', () => {
  test.each<[object, string, string]>([
    [{ nmae: 1 }, '`nmae` is not an option of make; did you mean `name`?', 'Write `name`.'],
    [{ maxRetries: 1 }, 'an option of make; did you mean `name`?', 'Write `name`.'],
    [{ elsewhere: 1 }, '`elsewhere` is not an option of make.', 'Remove it. The options are: any,'],
    [{ toString: 1 }, '`toString` is not an option of make.', 'Remove it.'],
    [{ name: '' }, 'expected text', 'Correct `name`.'],
    [{ isOpen: 'false' }, 'expected true or false', 'Correct `isOpen`'],
    [{ onEnd: null }, 'expected a function', 'Correct `onEnd`'],
    [{ observers: [() => {}, null] }, 'expected a list of functions', 'Correct `observers`'],
    [{ level: 'middle' }, 'expected one of low, high', 'Correct `level`'],
    [{ timeout: 0 }, 'expected a number of milliseconds above 0', 'Correct `timeout`'],
    [{ timeout: Number.NaN }, 'expected a number of milliseconds above 0', 'Correct `timeout`'],
    [{ port: 65_536 }, 'expected a whole number from 0 to 65535', 'Correct `port`'],
    [{ port: 0.5 }, 'expected a whole number from 0 to 65535', 'Correct `port`'],
    [
      { clock: { now: Date.now } },
      'an object with the functions now, setTimeout',
      'Correct `clock`',
    ],
  ])('%j', (options, message, action) => {
    const [option] = Object.keys(options);
    const thrown = expect.objectContaining({
      option,
      message: expect.stringContaining(message),
      action: expect.stringContaining(action),
    });
    const place = { of: 'make', elsewhere: { maxRetries: 'name' } };
    expect(() => checkOptions(options, kinds, place)).toThrow(thrown);
  });

  test('in an option that holds others, by its path', () => {
    const check = () => checkOptions({ prot: 1 }, kinds, { of: 'make', in: 'server' });
    const message = '`server.prot` is not an option of make; did you mean `port`?';
    expect(check).toThrow(expect.objectContaining({ option: 'server.prot', message }));
  });

  test('if it is missing and required', () => {
    const check = () => checkOptions({}, { token: required(text) }, { of: 'make' });
    const message = '`token` of make is not valid: is missing; expected text.';
    expect(check).toThrow(expect.objectContaining({ message, action: 'Correct `token`.' }));
  });

  test.each([undefined, null, 'text', []])('if the options are %j', (options) => {
    const message = 'The options of make must be an object.';
    const check = () => checkOptions(options, kinds, { of: 'make' });
    expect(check).toThrow(expect.objectContaining({ option: 'options', message }));
  });
});

test('options of the right kinds, and those that are undefined, pass', () => {
  const right = { any: null, name: 'a', isOpen: false, timeout: Infinity, port: 0, level: 'low' };
  const given = { ...right, onEnd: undefined, observers: [], clock: { now() {}, setTimeout() {} } };
  expect(() => checkOptions(given, kinds, { of: 'make' })).not.toThrow();
  expect(optionIssues(given, kinds)).toEqual([]);
});

test('all issues of options are found together', () => {
  expect(optionIssues({ tmieout: 1, port: -1, name: 1 }, kinds)).toEqual([
    { path: 'tmieout', message: 'is not an option; did you mean `timeout`?' },
    { path: 'name', message: 'expected text' },
    { path: 'port', message: 'expected a whole number from 0 to 65535' },
  ]);
});

test('a part names the functions that it lacks', () => {
  const check = () =>
    checkFunctions({ query() {} }, ['query', 'end'], { option: 'pool', expected: 'a `Pool`' });
  const message = '`pool` does not have the function `end`.';
  expect(check).toThrow(
    expect.objectContaining({ option: 'pool', message, action: 'Pass a `Pool`.' }),
  );
});

test.each<[string, unknown]>([
  ['of Express', { method: 'POST', url: '/webhooks', headers: { host: 'a' } }],
  ['of Hono', { req: { raw: new Request('https://a.example/') } }],
  ['that is missing', undefined],
])('a request %s is refused with what to mount', (_whose, request) => {
  const action = expect.stringMatching(/`nodeHandler` of adapter; .*context\.req\.raw/);
  expect(() => checkRequest(request, 'adapter')).toThrow(expect.objectContaining({ action }));
  expect(() => checkRequest(new Request('https://a.example/'), 'adapter')).not.toThrow();
});
