/**
 * Characters that are invisible, end a line, or change the direction or the look of others:
 * controls, formats, surrogates without a partner, unassigned ones, separators other than a space,
 * variation selectors, fillers, and what is drawn through or around a letter.
 */
const deceptive =
  /([\p{C}\p{Zl}\p{Zp}\p{DI}\p{Me}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\ufffc]|[\u0334-\u0338]|[\u20d2\u20d3\u20d8-\u20da\u20e5-\u20ea])\1*/gu;

/** Marks on one letter beyond those that languages use: they cover the lines around it. */
const pileOfMarks = /(?<=\p{M}{4})(\p{M})\1*/gu;

/** One character by its number, or a run of the same one by that and its length: `[U+202E × 3]`. */
export function numbered(run: string): string {
  const [character = ''] = run;
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  const times = run.length / character.length;
  return `[U+${hex.padStart(4, '0')}${times === 1 ? '' : ` × ${times}`}]`;
}

/**
 * Text of strangers in a form that cannot pretend to be other text: characters that hide, end a line or
 * change the direction are shown by their number.
 *
 * @param kept matches runs of characters that are left as they are, such as line ends
 */
export function visibleText(text: string, kept?: RegExp): string {
  const show = (run: string) => (kept?.test(run) ? run : numbered(run));
  return text.replace(deceptive, show).replace(pileOfMarks, numbered);
}

/**
 * What a person should know of a text before they trust it.
 *
 * - `invisible`: it has characters that hide, reverse or end a line; they are drawn as their numbers
 * - `mixed`: one word mixes alphabets whose letters look alike
 * - `lookalike`: it has letters of another alphabet, or drawn ones, that look like Latin letters
 * - `address`: an e-mail address in a form that can pass for another one
 */
export type TextMark = 'invisible' | 'mixed' | 'lookalike' | 'address';

/** A text of somebody else, as a person is shown it: in an element of its own, never in a sentence. */
export interface StrangerText {
  /** At most 80 characters, with nothing in it that is not seen. */
  readonly text: string;
  /** How many of its characters are not shown. */
  readonly rest: number;
  readonly marks: readonly TextMark[];
  /** The domain of an address that is marked, as the network has it. */
  readonly domain?: string;
}

/** The characters of a text that are shown; more would push what follows out of sight. */
const LONGEST = 80;

const letters = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
] as const;
/** Letters of an alphabet without a name here; those of East Asia are written beside Latin ones. */
const OTHER =
  /[^\P{L}\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{sc=Cher}\p{sc=Zyyy}\p{sc=Zinh}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}]/u;

/**
 * The alphabets that one word mixes, whose letters look alike: the Cyrillic `а` in `Grаce` is not the
 * Latin one. None for a word of one alphabet.
 */
export function mixedAlphabets(text: string): readonly string[] {
  const used = text.split(/[^\p{L}\p{M}]+/u).map((word) => {
    const named = letters.filter(([, letter]) => letter.test(word)).map(([name]) => name);
    return named.length > 0 && OTHER.test(word) ? [...named, 'other'] : named;
  });
  return used.find((found) => found.length > 1) ?? [];
}

/** Letters that pass for Latin ones, by their alphabet. */
const passing = [
  [/\p{Script=Cyrillic}/gu, /[АВЕЅІЈКМНОРСТУХҮԌԚԜавеѕіјкмнорстухүһԁԛԝӏ]/u],
  [/\p{Script=Greek}/gu, /[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχϲϳ]/u],
  [/\p{Script=Armenian}/gu, /[ՍՏՕԼհոսօցքզյ]/u],
  [/\p{Script=Canadian_Aboriginal}/gu, /[ᐯᐱᑌᑎᑐᑕᑭᒍᒪᔕᕼᖇᖴᗅᗞᗩᗪᗯᗰᗴᗷᘔ᙭]/u],
  [
    /[\p{sc=Cher}\p{sc=Copt}\p{sc=Lisu}\p{sc=Dsrt}\p{sc=Goth}\p{sc=Ital}\p{sc=Cari}\p{sc=Lyci}\p{sc=Lydi}\p{sc=Osge}]/gu,
    /./u,
  ],
] as const;
/** Strokes of East Asia that pass for letters, digits and signs beside Latin ones, in no word of their own. */
const STROKE =
  /[\p{sc=Latn}\d][丨〇一丶丅ノソンゾヘーヽㄧㄥㅣㅇㅡ]+(?![\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}])/u;
/** Letters of phonetic alphabets, which no name is written in. */
const PHONETIC = /[\u0250-\u02af\u1d00-\u1dbf]/u;

/** Letters and the signs of addresses that are drawn in another way, such as `𝐀`, `Ａ` and `＠`. */
function hasDrawnLetters(text: string): boolean {
  const isDrawn = (one: string) => /^(?:[A-Za-z\d]+|[@./:])$/.test(one.normalize('NFKC'));
  return [...text].some((one) => one > '\u024f' && isDrawn(one));
}

/** A word with digits or signs of two systems, such as `1٬500٫00` or `DE৪৪`. */
function mixesDigits(text: string): boolean {
  return text
    .split(/\s/)
    .some(
      (word) => /[\d\p{sc=Latn}]/u.test(word) && /[\u066b\u066c]|\d\u201a|(?!\d)\p{Nd}/u.test(word),
    );
}

/** Whether all letters of an alphabet are ones that pass for Latin: a word of it would have others. */
function passesForLatin(text: string): boolean {
  return passing.some(([alphabet, known]) => {
    const found = text.match(alphabet) ?? [];
    return found.length > 0 && found.every((letter) => known.test(letter));
  });
}

const LOCAL_PART = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/;
const DOMAIN = /^(?!.*xn--)[a-z\d-]+(?:\.[a-z\d-]+)+$/i;
/** A digit that passes for a letter beside it. */
const DIGIT_AS_LETTER = /[a-z][01]|[01][a-z]/i;

/** The domain of an address that is not of the ordinary form; undefined for others. */
function oddDomain(text: string): string | undefined {
  if (!/\S@\S/.test(text)) return undefined;
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  const isDomain = DOMAIN.test(domain) && !DIGIT_AS_LETTER.test(domain);
  if (isDomain && LOCAL_PART.test(text.slice(0, at)) && text.length <= LONGEST) return undefined;
  const address = `https://${domain}`;
  const host = URL.canParse(address) ? new URL(address).hostname : domain;
  return visibleText(host).slice(-LONGEST);
}

/** A text with what is not seen drawn: also a run of spaces, which a browser shows as one. */
function drawn(text: string): string {
  return visibleText(text).replace(/^ | $| {2,}/g, (run) => `[U+0020 × ${run.length}]`);
}

/** Cuts, draws and marks a text that somebody else chose. */
export function strangerText(text: string): StrangerText {
  const characters = [...text];
  let end = Math.min(characters.length, LONGEST);
  let shown = drawn(characters.slice(0, end).join(''));
  while ([...shown].length > LONGEST) {
    end -= 1;
    shown = drawn(characters.slice(0, end).join(''));
  }
  const domain = oddDomain(text);
  const isMixed = mixedAlphabets(text).length > 0;
  const isLike =
    passesForLatin(text) ||
    STROKE.test(text) ||
    PHONETIC.test(text) ||
    hasDrawnLetters(text) ||
    mixesDigits(text);
  const marks: readonly (readonly [TextMark, boolean])[] = [
    ['invisible', drawn(text) !== text],
    ['mixed', isMixed],
    ['lookalike', isLike && !isMixed],
    ['address', domain !== undefined],
  ];
  return {
    text: shown,
    rest: characters.length - end,
    marks: marks.filter(([, isSo]) => isSo).map(([mark]) => mark),
    ...(domain !== undefined && { domain }),
  };
}
