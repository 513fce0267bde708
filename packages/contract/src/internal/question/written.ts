/** The words of a language as data: `{value}` or `{duration}` where the page puts something in. */
export type Written<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends ((value: never) => string) | string
    ? string
    : Texts[Key] extends object
      ? Written<Texts[Key]>
      : Texts[Key];
};

/** Seconds as a language says them, from a minute and a half on in minutes. */
function duration(seconds: number, lang: string): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

function read(written: unknown, lang: string): unknown {
  if (typeof written === 'object' && written !== null) {
    return Object.fromEntries(
      Object.entries(written).map(([key, child]) => [key, read(child, lang)]),
    );
  }
  if (typeof written !== 'string' || !/\{(?:value|duration)\}/.test(written)) return written;
  return (value: string | number) =>
    written
      .replace('{duration}', () => duration(Number(value), lang))
      .replace('{value}', () => String(value));
}

/** The words of a language, from their data and what is given beside it. */
export function readTexts<Texts extends { readonly lang: string }>(
  written: Written<Texts>,
  further: Partial<Texts> = {},
): Texts {
  const { lang } = written as { lang: string };
  return { ...(read(written, lang) as Texts), ...further };
}
