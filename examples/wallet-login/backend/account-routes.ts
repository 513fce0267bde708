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

/**
 * Registers a person as a customer of the service, with a wallet and a card. Returns the customer's
 * id.
 */
export type Provision = (person: Person) => Promise<string>;

/** The dependencies of the routes. */
export interface AccountRoutesOptions {
  readonly users: UserStore;
  readonly login: Login;
  readonly provision: Provision;
}

/** The data about its user that the page receives. */
export type Me = Person;

const email = z.email().max(200).toLowerCase();
const signUpBody = z.object({ name: z.string().trim().min(1).max(80), email });
const logInBody = z.object({ email });

async function read<Schema extends z.ZodType>(schema: Schema, context: Context) {
  return schema.safeParse(await context.req.json().catch(() => undefined));
}

/** Refuses a form, and names the first field that is wrong. */
function refuseForm(context: Context, error: z.ZodError | undefined) {
  return context.json({ code: 'INVALID_INPUT', field: error?.issues[0]?.path[0] }, 400);
}

/** The platform's own accounts: sign up, log in, log out, who am I. */
export function accountRoutes(options: AccountRoutesOptions): Hono {
  const { users, login, provision } = options;
  const routes = new Hono();

  function welcome(context: Context, user: User) {
    context.header('set-cookie', login.begin(user, context.req.raw));
    return context.json({ name: user.name, email: user.email } satisfies Me);
  }

  /** The address is taken before anything is awaited: two sign-ups with it cannot both continue. */
  async function create({ name, email }: Person): Promise<User | undefined> {
    if (!users.claim(email)) return undefined;
    try {
      const customerId = await provision({ name, email });
      const user = { id: randomUUID(), name, email, customerId };
      users.add(user);
      return user;
    } catch (error) {
      users.release(email);
      throw error;
    }
  }

  routes.get('/me', async (context) => {
    const user = await login.userOf(context.req.raw);
    return context.json(user === null ? null : ({ name: user.name, email: user.email } as Me));
  });

  routes.post('/sign-up', async (context) => {
    const { data: person, error } = await read(signUpBody, context);
    if (person === undefined) return refuseForm(context, error);
    const user = await create(person);
    return user === undefined ? context.json({ code: 'EMAIL_TAKEN' }, 409) : welcome(context, user);
  });

  routes.post('/log-in', async (context) => {
    const { data } = await read(logInBody, context);
    const user = users.findByEmail(data?.email ?? '');
    if (user === undefined) return context.json({ code: 'UNKNOWN_EMAIL' }, 404);
    return welcome(context, user);
  });

  routes.post('/log-out', (context) => {
    context.header('set-cookie', login.end(context.req.raw));
    return context.json(null);
  });

  return routes;
}
