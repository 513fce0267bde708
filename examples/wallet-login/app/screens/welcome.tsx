import { type FormEvent, useRef, useState } from 'react';
import { fieldOf } from '../errors/explain.ts';
import { CardFace } from '../parts/payment-card.tsx';
import { api, type Me } from '../platform/api.ts';
import { Button, Field, useAttempt } from '../ui/form.tsx';
import { Icon, Wordmark } from '../ui/icons.tsx';
import { Trouble } from '../ui/notices.tsx';
import { Screen } from '../ui/screen.tsx';

const card = { brand: 'VISA', last4: '4242', expMonth: 9, expYear: 2030 };

/** A description of the application, beside the form. */
function Pitch() {
  return (
    <section className="pitch" aria-label="What this is">
      <div aria-hidden="true">
        <CardFace card={card} isFrozen={false} />
      </div>
      <ul>
        <li>
          <Icon name="passkey" /> Opens with a passkey, not with a password
        </li>
        <li>
          <Icon name="shield" /> Its key is sealed for your browser alone
        </li>
        <li>
          <Icon name="send" /> Pay somebody, and see what you approve
        </li>
      </ul>
    </section>
  );
}

const texts = {
  'sign-up': {
    title: 'Open your wallet',
    lead: 'A name and an address is all this demo asks for. Money and card are made up.',
    submit: 'Sign up',
    question: 'Been here before?',
    other: 'Log in',
  },
  'log-in': {
    title: 'Welcome back',
    lead: 'Log in to Larch with the address you signed up with.',
    submit: 'Log in',
    question: 'New here?',
    other: 'Sign up',
  },
} as const;

/** The platform's own login, simplified for the demo. */
export function Welcome({ onWelcome }: { readonly onWelcome: (me: Me) => void }) {
  const [mode, setMode] = useState<keyof typeof texts>('sign-up');
  const form = useRef<HTMLFormElement>(null);
  const isNew = mode === 'sign-up';
  const { run, isBusy, error } = useAttempt(async () => {
    const inputs = new FormData(form.current ?? undefined);
    const [name, email] = [String(inputs.get('name')), String(inputs.get('email'))];
    try {
      onWelcome(await (isNew ? api.signUp({ name, email }) : api.logIn(email)));
    } catch (cause) {
      form.current?.querySelector<HTMLElement>(`[name=${fieldOf(cause) ?? 'email'}]`)?.focus();
      throw cause;
    }
  });
  const { title, lead, submit, question, other } = texts[mode];
  const field = fieldOf(error);
  const trouble = error !== undefined && <Trouble error={error} />;

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isBusy) void run();
  }

  return (
    <>
      <header className="topbar">
        <Wordmark />
      </header>
      <Screen title={title} lead={lead} layout="split">
        <Pitch />
        <form className="panel stack" ref={form} onSubmit={onSubmit}>
          {isNew && (
            <Field
              label="Name"
              name="name"
              autoComplete="name"
              required
              maxLength={80}
              error={field === 'name' && trouble}
            />
          )}
          <Field
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="username"
            required
            error={field === 'email' && trouble}
          />
          {field === undefined && trouble}
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {submit}
          </Button>
        </form>
        <p className="aside">
          {question}{' '}
          <Button variant="quiet" onClick={() => setMode(isNew ? 'log-in' : 'sign-up')}>
            {other}
          </Button>
        </p>
      </Screen>
    </>
  );
}
