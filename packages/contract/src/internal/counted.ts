/** `1 second`, `5 seconds`: a number with its unit in the singular or the plural. */
export function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
