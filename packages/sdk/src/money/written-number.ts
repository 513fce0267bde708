import { asciiDigits } from '@org/payments-contract/internal';

/** A number as its digits, exactly. */
export interface WrittenNumber {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

/** How a locale writes numbers: its amounts may have other separators than its numbers. */
export interface NumberSigns {
  readonly decimals: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  /** The digits between two separators, where that is not three: in India, two. */
  readonly groupSize: number;
}

/** Characters that stand for one of ASCII wherever a number is written. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  ...{ '\u2212': '-', '\u2010': '-', '\u2011': '-', '\u2013': '-', '\uff0d': '-', '\ufe63': '-' },
  ...{ '\uff0c': ',', '\uff0e': '.', '\u2019': "'", '\u02bc': "'" },
};

/**
 * Writes text with ASCII digits, signs, commas, dots and spaces, without characters that nobody sees.
 * Nothing that has a value of its own is changed: a superscript stays one, and is not a digit.
 */
export function plainText(text: string): string {
  return asciiDigits(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Zs}]/gu, ' ')
    .replace(
      /[\u2010\u2011\u2013\u2019\u02bc\u2212\ufe63\uff0c-\uff0e]/g,
      (each) => STANDS_FOR[each] ?? each,
    )
    .trim();
}

/** Whether groups of digits have the sizes of thousands, or those of the locale. */
function isGrouped([first = '', ...rest]: readonly string[], size: number): boolean {
  const last = rest.at(-1);
  if (last === undefined) return true;
  const fits = (middle: number) =>
    first.length <= middle &&
    last.length === 3 &&
    rest.slice(0, -1).every((group) => group.length === middle);
  return fits(3) || fits(size);
}

/** Reads digits with separators; `at` is the place of the decimal separator. */
function numberAt(number: string, at: number | undefined, signs?: NumberSigns) {
  const whole = number.slice(0, at);
  const fraction = at === undefined ? '' : number.slice(at + 1);
  const separators = new Set(whole.replace(/\d/g, ''));
  const [group = ' '] = separators;
  const groups = whole.split(group);
  if (separators.size > 1 || groups.includes('') || !/^\d*$/.test(fraction)) return undefined;
  if (at !== undefined && fraction === '') return undefined;
  // Spaces, and the separator of Arabic script, group thousands everywhere.
  const isGroup = group === ' ' || group === '\u066c' || signs?.groups.has(group) !== false;
  const isFine = isGroup && (signs === undefined || isGrouped(groups, signs.groupSize));
  return isFine ? { whole: groups.join(''), fraction } : undefined;
}

/**
 * Reads a number without its currency, digit by digit, in each way that a locale allows; without a locale,
 * in each way that somebody might mean. A separator at a place that it does not have in the locale leaves
 * no way, and one that has two meanings leaves two.
 */
export function readingsOf(text: string, signs?: NumberSigns): WrittenNumber[] {
  const match = /^(-?) ?(\d|\d[^-]*\d) ?(-?)$/.exec(text);
  const [, before = '', number = '', after = ''] = match ?? [];
  if (number === '' || (before !== '' && after !== '')) return [];
  const last = number.replace(/\d/g, '').at(-1);
  const isDecimal =
    last !== undefined && (last === '\u066b' || signs?.decimals.has(last) !== false);
  const ways = [numberAt(number, undefined, signs)];
  if (isDecimal) ways.push(numberAt(number, number.lastIndexOf(last), signs));
  const isNegative = before !== '' || after !== '';
  return ways.flatMap((way) => (way === undefined ? [] : [{ isNegative, ...way }]));
}
