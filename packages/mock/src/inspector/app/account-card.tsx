/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Overview } from '../../server/control/overview.ts';
import { Badge, Time, type Tone } from './json.tsx';
import { IdLink } from './jump.tsx';
import { amountText } from './money.ts';

type Account = Overview['accounts'][number];

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
  readonly account: Account;
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
export function AccountCard({ account, overview }: AccountProps) {
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
