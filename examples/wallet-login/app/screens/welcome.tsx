import { type FormEvent, useRef, useState } from 'react';
import { fieldOf } from '../errors/explain.ts';
import { Trouble } from '../errors/trouble.tsx';
import { CardFace } from '../parts/payment-card.tsx';
import { api, type Me } from '../platform/api.ts';
import { Button, Field, useAttempt } from '../ui/form.tsx';
import { Icon, Wordmark } from '../ui/icons.tsx';
import { Screen } from '../ui/screen.tsx';

const card = {
  id: 'Card:shown',
  state: 'ACTIVE',
  brand: 'VISA',
  last4: '4242',
  expMonth: 9,
  expYear: 2030,
} as const;

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
          <Icon name="snow" /> Freeze the card, and see what you sign
        </li>
      </ul>
    </section>
  );
}

/** Props of {@link Welcome}. */
export interface WelcomeProps {
  readonly onWelcome: (me: Me) => void;
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
export function Welcome({ onWelcome }: WelcomeProps) {
  const [mode, setMode] = useState<keyof typeof texts>('sign-up');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const nameInput = useRef<HTMLInputElement>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  const attempt = useAttempt(async () => {
    const isNew = mode === 'sign-up';
    try {
      onWelcome(await (isNew ? api.signUp({ name, email }) : api.logIn(email)));
    } catch (error) {
      const input = fieldOf(error) === 'name' ? nameInput : emailInput;
      input.current?.focus();
      throw error;
    }
  });
  const { title, lead, submit, question, other } = texts[mode];
  const field = fieldOf(attempt.error);
  const trouble = attempt.error !== undefined && <Trouble error={attempt.error} />;

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void attempt.run();
  }

  return (
    <>
      <header className="topbar">
        <Wordmark />
      </header>
      <Screen title={title} lead={lead} layout="split">
        <Pitch />
        <form className="panel stack" onSubmit={onSubmit}>
          {mode === 'sign-up' && (
            <Field
              label="Name"
              name="name"
              autoComplete="name"
              required
              maxLength={80}
              inputRef={nameInput}
              error={field === 'name' && trouble}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
          <Field
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="username"
            required
            inputRef={emailInput}
            error={field === 'email' && trouble}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          {field === undefined && trouble}
          <Button type="submit" variant="primary" isBusy={attempt.isBusy}>
            {submit}
          </Button>
        </form>
        <p className="aside">
          {question}{' '}
          <Button
            variant="quiet"
            onClick={() => setMode(mode === 'sign-up' ? 'log-in' : 'sign-up')}
          >
            {other}
          </Button>
        </p>
      </Screen>
    </>
  );
}
