const identifier = /^[A-Za-z_$][\w$]*$/;

/** Source text that replaces certain strings of a value: `session.id` for `Session:c3d9`. */
export type Substitutes = Readonly<Record<string, string>>;

/** A value as source text. Bytes are written as a `Uint8Array`. */
export function literal(value: unknown, substitutes: Substitutes = {}, indent = ''): string {
  if (typeof value === 'string') return substitutes[value] ?? quoted(value);
  if (typeof value === 'number') return grouped(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Uint8Array) return `new Uint8Array([${[...value].join(', ')}])`;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, substitutes, inner))
    : Object.entries(value).map(
        ([name, item]) =>
          `${identifier.test(name) ? name : quoted(name)}: ${literal(item, substitutes, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return `${open}${close}`;
  const space = Array.isArray(value) ? '' : ' ';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (!line.includes('\n') && indent.length + line.length <= 72) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}

function grouped(value: number): string {
  return Number.isInteger(value) && value >= 10_000
    ? String(value).replaceAll(/\B(?=(\d{3})+$)/g, '_')
    : String(value);
}
