import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asciiDigits, readCode } from './written-text.ts';

const systems = Intl.supportedValuesOf('numberingSystem').filter((system) =>
  /^\p{Nd}+$/u.test(new Intl.NumberFormat('en', { numberingSystem: system }).format(0)),
);

test.each(systems)('digits of %s are those of ASCII', (numberingSystem) => {
  const { format } = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
  expect(asciiDigits(format(1_234_567_890))).toBe('1234567890');
});

test('a code is read however it was typed', () => {
  const signs = ' -.,_·/\t\n"\u2011\u2013\u200b\u00ad\ufeff\u00a0\u3164\u2800\ufe0f\u20e3';
  const joints = ['', ...signs];
  const digits = fc.array(fc.nat(9), { minLength: 6, maxLength: 8 });
  const system = fc.constantFrom(...systems);
  const joint = fc.constantFrom(...joints);
  fc.assert(
    fc.property(digits, system, joint, (code, numberingSystem, between) => {
      const { format } = new Intl.NumberFormat('en', { numberingSystem });
      const typed = `\u202a${code.map(format).join(between)}${between}\u202c`;
      expect(readCode(typed)).toBe(code.join(''));
    }),
  );
});

test.each([
  ['ＡＢ１２', 'AB12'],
  ['ab-12', 'ab12'],
  ['“123456.”', '123456'],
  [' \u200b ', ''],
])('%j is %j', (typed, code) => {
  expect(readCode(typed)).toBe(code);
});
