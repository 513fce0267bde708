import * as z from 'zod';
import { resource } from '../format/response-values.ts';
import { inUnit } from '../format/units.ts';

const fieldErrorShape = resource({
  /** Dotted path of the field. */
  field: z.string(),
  message: z.string().optional(),
  constraint: z.record(z.string(), z.unknown()).optional(),
});

/** One invalid field of a rejected request. */
export interface FieldError extends z.output<typeof fieldErrorShape> {}
export const FieldError: z.ZodType<FieldError> = fieldErrorShape;

const errorBodyShape = resource({
  /** Equal to the HTTP status. */
  status: inUnit(z.int(), 'httpStatus'),
  code: z.string().min(1),
  message: z.string(),
  /** On a 401: which check failed. */
  reason: z.string().optional(),
  /** Varies by code; `errors` has one entry for each invalid field. */
  details: z.looseObject({ errors: z.array(FieldError).optional() }).optional(),
});

/** The body of every error response. */
export interface ErrorBody extends z.output<typeof errorBodyShape> {}
export const ErrorBody: z.ZodType<ErrorBody> = errorBodyShape;
