const identifier = /^[A-Za-z_$][\w$]*$/;

/** The longest line that a value is written on. */
const MAX_LINE = 72;

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}

function grouped(value: number): string {
  return Number.isInteger(value) && value >= 10_000
    ? String(value).replaceAll(/\B(?=(\d{3})+$)/g, '_')
    : String(value);
}

/**
 * A value as source text; bytes as a `Uint8Array`.
 *
 * @param expressions source text in place of certain strings: `session.id` of `Session:c3d9`
 */
export function literal(
  value: unknown,
  expressions: ReadonlyMap<string, string> = new Map(),
  indent = '',
): string {
  if (typeof value === 'string') return expressions.get(value) ?? quoted(value);
  if (typeof value === 'number') return grouped(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Uint8Array) return `new Uint8Array([${[...value].join(', ')}])`;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([name, item]) => {
    const text = literal(item, expressions, inner);
    if (isList) return text;
    return `${identifier.test(name) ? name : quoted(name)}: ${text}`;
  });
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return `${open}${close}`;
  const space = isList ? '' : ' ';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (!line.includes('\n') && indent.length + line.length <= MAX_LINE) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}
