/** What the service responds to every operation, evaluated when first used, as the areas are. */

/** Bodies of errors and challenges. */
export * as bodies from './format/service-bodies.ts';
