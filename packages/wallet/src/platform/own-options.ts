/**
 * Copies the own properties of an options object, so that nothing is read from a prototype: a
 * polluted `Object.prototype` cannot add a `review` or a `transport`.
 */
export function ownOptions<Options extends object>(options: Options | undefined): Options {
  return Object.assign(Object.create(null), options) as Options;
}
