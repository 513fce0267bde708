import * as z from 'zod';
import { resource } from '../primitives.ts';

const fieldErrorShape = resource({
  /** Dotted path of the field. */
  field: z.string(),
  message: z.string().optional(),
  constraint: z.record(z.string(), z.unknown()).optional(),
});

/** One invalid field of a refused request. */
export interface FieldError extends z.output<typeof fieldErrorShape> {}
export const FieldError: z.ZodType<FieldError> = fieldErrorShape;

const errorBodyShape = resource({
  /** Equal to the HTTP status. */
  status: z.int(),
  code: z.string().min(1),
  message: z.string(),
  /** On a 401: which check failed. */
  reason: z.string().optional(),
  details: z.looseObject({ errors: z.array(FieldError).optional() }).optional(),
});

/** What the service answers when it refuses a request. */
export interface ErrorBody extends z.output<typeof errorBodyShape> {}
export const ErrorBody: z.ZodType<ErrorBody> = errorBodyShape;
