/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Overview } from '../../overview.ts';
import { Badge, IdLink, Time, type Tone } from './json.tsx';
import { amountText } from './money.ts';

type AccountOverview = Overview['accounts'][number];

const cardTones: Readonly<Record<string, Tone>> = { ACTIVE: 'good', FROZEN: 'wait', CLOSED: 'bad' };
const sessionTones: Readonly<Record<string, Tone>> = { live: 'good', expired: 'wait' };

interface RowsProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

function Rows({ title, children }: RowsProps) {
  return (
    <div class="rows">
      <h4>{title}</h4>
      <ul>{children}</ul>
    </div>
  );
}

interface AccountProps {
  readonly account: AccountOverview;
  readonly overview: Overview;
}

function Cards({ account, overview }: AccountProps) {
  const cards = overview.cards.filter(({ fundingSources }) => fundingSources[0] === account.id);
  if (cards.length === 0) return null;
  return (
    <Rows title="Cards">
      {cards.toReversed().map(({ id, state, last4 }) => (
        <li key={id}>
          <IdLink id={id} /> <span>···· {last4}</span>
          <Badge state={state} tone={cardTones[state] ?? 'plain'} />
        </li>
      ))}
    </Rows>
  );
}

function Credentials({ account, overview }: AccountProps) {
  const credentials = overview.credentials.filter(({ accountId }) => accountId === account.id);
  if (credentials.length === 0) return null;
  return (
    <Rows title="Credentials">
      {credentials.toReversed().map(({ id, type, nickname }) => (
        <li key={id}>
          <IdLink id={id} /> <span>{nickname}</span>
          <Badge state={type} tone="plain" />
        </li>
      ))}
    </Rows>
  );
}

function Sessions({ account, overview }: AccountProps) {
  const sessions = overview.sessions.filter(({ accountId }) => accountId === account.id);
  if (sessions.length === 0) return null;
  return (
    <Rows title="Sessions">
      {sessions.toReversed().map(({ id, state, expiresAt }) => (
        <li key={id}>
          <IdLink id={id} />
          <span>
            until <Time at={expiresAt} />
          </span>
          <Badge state={state} tone={sessionTones[state] ?? 'bad'} />
        </li>
      ))}
    </Rows>
  );
}

/** An account with its balance, cards, credentials and sessions, the newest first. */
function AccountCard({ account, overview }: AccountProps) {
  const { id, balance, type, status, privateEnabled } = account;
  return (
    <article class="account">
      <h3>
        <IdLink id={id} /> <span class="balance">{amountText(balance)}</span>
      </h3>
      <p class="facts">
        {type.toLowerCase().replaceAll('_', ' ')}, {status?.toLowerCase()}
        {privateEnabled === true && ', private'}
      </p>
      <Cards account={account} overview={overview} />
      <Credentials account={account} overview={overview} />
      <Sessions account={account} overview={overview} />
    </article>
  );
}

type Customer = Overview['customers'][number];

function nameOf(customer: Customer): string {
  const { fullName, email } = customer as { readonly fullName?: string; readonly email?: string };
  return fullName ?? email ?? 'Customer';
}

interface OwnerProps {
  readonly name: string;
  /** The customer; undefined for the platform itself. */
  readonly id: string | undefined;
  readonly accounts: readonly AccountOverview[];
  readonly overview: Overview;
  readonly isOpen: boolean;
}

/** A customer, or the platform, with their accounts; folded unless there is only one entry. */
function Owner({ name, id, accounts, overview, isOpen }: OwnerProps) {
  const [open, setOpen] = useState(isOpen);
  const count = accounts.length === 1 ? '1 account' : `${accounts.length} accounts`;
  return (
    <li class="customer">
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <h3 class="customer-name">{name}</h3> <span class="facts">{count}</span>
        </summary>
        {id !== undefined && (
          <p>
            <IdLink id={id} />
          </p>
        )}
        {accounts.map((account) => (
          <AccountCard key={account.id} account={account} overview={overview} />
        ))}
      </details>
    </li>
  );
}

function challengesText({ pendingChallenges: count }: Overview): string {
  return `${count} pending ${count === 1 ? 'challenge' : 'challenges'}`;
}

/** Customers with their accounts, the newest first, and the accounts of the platform. */
export function World({ overview }: { readonly overview: Overview }) {
  const { customers, accounts } = overview;
  const accountsOf = (owner: string | undefined) =>
    accounts.filter(({ customerId }) => customerId === owner);
  const own = accountsOf(undefined);
  return (
    <section class="world" aria-labelledby="world-title">
      <header>
        <h2 id="world-title">Customers</h2>
        <span class="facts">{challengesText(overview)}</span>
      </header>
      {customers.length + accounts.length === 0 && (
        <p class="empty">Nothing yet. Add fixtures, or start with --demo.</p>
      )}
      <ul>
        {customers.toReversed().map((customer) => (
          <Owner
            key={customer.id}
            name={nameOf(customer)}
            id={customer.id}
            accounts={accountsOf(customer.id)}
            overview={overview}
            isOpen={customers.length === 1}
          />
        ))}
        {own.length > 0 && (
          <Owner
            name="The platform"
            id={undefined}
            accounts={own}
            overview={overview}
            isOpen={customers.length === 0}
          />
        )}
      </ul>
    </section>
  );
}
