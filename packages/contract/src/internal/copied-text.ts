/** What is wrong with an id or a key that a template made of a missing value; undefined if nothing is. */
export function missingValue(text: string): string | undefined {
  const [found] =
    /(?:^|[^\p{L}\p{N}])(?:undefined|null|\[object \w+\])(?![\p{L}\p{N}])/u.exec(text) ?? [];
  const word = found?.replace(/^[^\p{L}[]/u, '');
  return word && `contains ${word}: a value was missing or no text when it was made`;
}

/** What was copied along with a value, or in its place, and what to do; undefined if it may be the value. */
export function copyMistake(text: string): readonly [has: string, action: string] | undefined {
  const read = 'Check how it is read: files and shells often add a line break at the end.';
  if (/^\s|\s$|\p{Cc}/u.test(text)) {
    return ['has a line break, a control character or space around it', read];
  }
  if (/^["'`\p{Pi}\p{Pf}].*["'`\p{Pi}\p{Pf}]$/u.test(text)) {
    return ['is in quotes', 'Pass it without them.'];
  }
  if (/\p{Cf}/u.test(text)) return ['has an invisible character', 'Copy it again.'];
  if (/^(?:undefined|null|\[object \w+\]|<.*>|\$\{?\w+\}?|%\w+%)$/.test(text)) {
    return ['is a placeholder', 'Pass the value itself.'];
  }
  if (/[•●…]|\*{4}/.test(text)) return ['is shortened', 'Copy all of it.'];
  if (/^(?:basic|bearer)\s/i.test(text)) return ['begins with a scheme', 'Pass what follows it.'];
  return undefined;
}
