import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { Login } from './login.ts';
import type { User, UserStore } from './users.ts';

/** A person who signs up. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

/** Makes a person a customer of the service, with a wallet and a card; gives the `Customer:...`. */
export type Provision = (person: Person) => Promise<string>;

/** What the routes need. */
export interface AccountRoutesOptions {
  readonly users: UserStore;
  readonly login: Login;
  readonly provision: Provision;
}

/** What the page may know of its user. */
export type Me = Person;

const email = z.email().max(200).toLowerCase();
const signUpBody = z.object({ name: z.string().trim().min(1).max(80), email });
const logInBody = z.object({ email });

async function read<Schema extends z.ZodType>(schema: Schema, context: Context) {
  return schema.safeParse(await context.req.json().catch(() => undefined));
}

/** The platform's own accounts: sign up, log in, log out, who am I. */
export function accountRoutes({ users, login, provision }: AccountRoutesOptions): Hono {
  const routes = new Hono();

  async function welcome(context: Context, { name, email }: User) {
    const user = users.findByEmail(email);
    if (user !== undefined) context.header('set-cookie', await login.begin(user));
    return context.json({ name, email } satisfies Me);
  }

  routes.get('/me', async (context) => {
    const user = await login.userOf(context.req.raw);
    return context.json(user === null ? null : ({ name: user.name, email: user.email } as Me));
  });

  routes.post('/sign-up', async (context) => {
    const { data: person } = await read(signUpBody, context);
    if (person === undefined) return context.json({ code: 'INVALID_INPUT' }, 400);
    if (users.findByEmail(person.email)) return context.json({ code: 'EMAIL_TAKEN' }, 409);
    const user = { id: randomUUID(), ...person, customerId: await provision(person) };
    users.add(user);
    return welcome(context, user);
  });

  routes.post('/log-in', async (context) => {
    const { data } = await read(logInBody, context);
    const user = users.findByEmail(data?.email ?? '');
    if (user === undefined) return context.json({ code: 'UNKNOWN_EMAIL' }, 404);
    return welcome(context, user);
  });

  routes.post('/log-out', async (context) => {
    context.header('set-cookie', await login.end());
    return context.json(null);
  });

  return routes;
}
