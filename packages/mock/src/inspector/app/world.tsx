/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Overview } from '../../server/control/overview.ts';
import { Badge, Id, Time, type Tone } from './json.tsx';

type Account = Overview['accounts'][number];
type Customer = Overview['customers'][number];

const cardTones: Readonly<Record<string, Tone>> = { ACTIVE: 'good', FROZEN: 'wait', CLOSED: 'bad' };
const sessionTones: Readonly<Record<string, Tone>> = { live: 'good', expired: 'wait' };

function amount({ amount: units, currency }: Account['balance']): string {
  const { code, decimals } = currency;
  return `${(units / 10 ** (decimals ?? 2)).toFixed(decimals ?? 2)} ${code}`;
}

function Rows({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div class="rows">
      <h4>{title}</h4>
      <ul>{children}</ul>
    </div>
  );
}

function AccountCard({ account, overview }: { account: Account; overview: Overview }) {
  const credentials = overview.credentials.filter(({ accountId }) => accountId === account.id);
  const sessions = overview.sessions.filter(({ accountId }) => accountId === account.id);
  const cards = overview.cards.filter(({ fundingSources }) => fundingSources[0] === account.id);
  return (
    <article class="account">
      <h3>
        <Id id={account.id} /> <span class="balance">{amount(account.balance)}</span>
      </h3>
      <p class="facts">
        {account.type.toLowerCase().replaceAll('_', ' ')}, {account.status?.toLowerCase()}
        {account.privateEnabled === true && ', private'}
      </p>
      {cards.length > 0 && (
        <Rows title="Cards">
          {cards.map(({ id, state, last4 }) => (
            <li key={id}>
              <Id id={id} /> <span>···· {last4}</span>
              <Badge state={state} tone={cardTones[state] ?? 'plain'} />
            </li>
          ))}
        </Rows>
      )}
      {credentials.length > 0 && (
        <Rows title="Credentials">
          {credentials.map(({ id, type, nickname }) => (
            <li key={id}>
              <Id id={id} /> <span>{nickname}</span>
              <Badge state={type} tone="plain" />
            </li>
          ))}
        </Rows>
      )}
      {sessions.length > 0 && (
        <Rows title="Sessions">
          {sessions.map(({ id, state, expiresAt }) => (
            <li key={id}>
              <Id id={id} />
              <span>
                until <Time at={expiresAt} />
              </span>
              <Badge state={state} tone={sessionTones[state] ?? 'bad'} />
            </li>
          ))}
        </Rows>
      )}
    </article>
  );
}

function nameOf(customer: Customer): string {
  const { fullName, email } = customer as { readonly fullName?: string; readonly email?: string };
  return fullName ?? email ?? customer.id;
}

/** Customers with their accounts, and the accounts of the platform. */
export function World({ overview }: { readonly overview: Overview }) {
  const { customers, accounts, agents } = overview;
  const own = accounts.filter(({ customerId }) => customerId === undefined);
  const isEmpty = customers.length + accounts.length === 0;
  return (
    <section class="world" aria-labelledby="world-title">
      <header>
        <h2 id="world-title">World</h2>
        <span class="facts">
          {overview.pendingChallenges} pending{' '}
          {overview.pendingChallenges === 1 ? 'challenge' : 'challenges'}
        </span>
      </header>
      {isEmpty && <p class="empty">Nothing yet. Add fixtures, or start with --demo.</p>}
      {customers.map((customer) => (
        <section key={customer.id} class="customer" aria-label={nameOf(customer)}>
          <h3 class="customer-name">
            {nameOf(customer)} <Id id={customer.id} />
          </h3>
          {accounts
            .filter(({ customerId }) => customerId === customer.id)
            .map((account) => (
              <AccountCard key={account.id} account={account} overview={overview} />
            ))}
          {agents
            .filter(({ customerId }) => customerId === customer.id)
            .map(({ id, name, isPaused }) => (
              <p class="agent" key={id}>
                <Id id={id} /> {name}
                <Badge state={isPaused ? 'paused' : 'running'} tone={isPaused ? 'wait' : 'good'} />
              </p>
            ))}
        </section>
      ))}
      {own.length > 0 && (
        <section class="customer" aria-label="The platform">
          <h3 class="customer-name">The platform</h3>
          {own.map((account) => (
            <AccountCard key={account.id} account={account} overview={overview} />
          ))}
        </section>
      )}
    </section>
  );
}
