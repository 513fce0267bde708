import * as z from 'zod';
import { secret } from '../../format/meta.ts';
import { text } from '../../format/request-values.ts';
import { openEnum, resource, timestamp } from '../../format/response-values.ts';

export const tokenPermissions = ['VIEW', 'TRANSACT', 'MANAGE'] as const;

const apiTokenShape = resource({
  id: z.string(),
  name: z.string(),
  permissions: z.array(openEnum(tokenPermissions)),
  /** The user name of HTTP Basic authentication: `tokenId` of a client. */
  clientId: z.string(),
  /** The password of HTTP Basic authentication. Returned once, on creation. */
  clientSecret: secret(z.string()).optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** A credential of the platform for this API. */
export interface ApiToken extends z.output<typeof apiTokenShape> {}
export const ApiToken: z.ZodType<ApiToken> = apiTokenShape;

const newApiTokenShape = apiTokenShape.extend({ clientSecret: secret(z.string().min(1)) });

/** An API token just created, with its secret. */
export interface NewApiToken extends z.output<typeof newApiTokenShape> {}
export const NewApiToken: z.ZodType<NewApiToken> = newApiTokenShape;

/** The body that creates an API token. */
export const apiTokenCreate = z.strictObject({
  name: text,
  /** What the token may do. */
  permissions: z.array(z.enum(tokenPermissions)).min(1),
});
