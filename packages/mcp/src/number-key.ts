/** The same for every way to print a number, or to write an address, in which a hyphen and ß are letters. */
export const numberKey = (text: string) =>
  (text.includes('@') ? text : text.replaceAll(/[\s-]/g, '')).replaceAll(/\p{Ll}/gu, (letter) => {
    const capital = letter.toUpperCase();
    return capital.toLowerCase() === letter ? capital : letter;
  });
