import * as z from 'zod/mini';
import { secret } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
import { text } from '../../format/request-values.ts';
import { openEnum, resource, timestamp } from '../../format/response-values.ts';

/**
 * The permissions of an API token: to read, to move money, to make other changes. A permission does
 * not include another.
 */
export const tokenPermissions = ['VIEW', 'TRANSACT', 'MANAGE'] as const;

const apiTokenShape = resource({
  /** `Token:<id>`. */
  id: z.string(),
  /** The token's display name. */
  name: z.string(),
  /** The token's permissions: to read, to move money, to make other changes. */
  permissions: z.array(openEnum(tokenPermissions)),
  /** The user name of HTTP Basic authentication: a client's `tokenId`. It does not contain a colon. */
  clientId: z.string(),
  /** The password of HTTP Basic authentication. Returned once, on creation. */
  clientSecret: z.optional(secret(z.string())),
  /** When the token was created. */
  createdAt: timestamp,
  /** When the token was last changed. */
  updatedAt: timestamp,
});

/** A credential of the platform for this API. */
export interface ApiToken extends z.output<typeof apiTokenShape> {}
export const ApiToken: z.ZodMiniType<ApiToken> = apiTokenShape;

const newApiTokenShape = z.extend(apiTokenShape, {
  /** The password of HTTP Basic authentication, returned only this once. */
  clientSecret: secret(z.string().check(z.minLength(1))),
});

/** An API token just created, with its secret. */
export interface NewApiToken extends z.output<typeof newApiTokenShape> {}
export const NewApiToken: z.ZodMiniType<NewApiToken> = newApiTokenShape;

/** The body that creates an API token. */
export const apiTokenCreate = strictObject({
  /** The token's display name. */
  name: text,
  /** The token's permissions. */
  permissions: z.array(z.enum(tokenPermissions)),
});
