import type { Agent } from '@org/payments-contract';
import { iso } from '../../clock.ts';

type Usage = Agent['usage'];

const dayOf = (now: number) => iso(now).slice(0, 'YYYY-MM-DD'.length);
const monthOf = (now: number) => iso(now).slice(0, 'YYYY-MM'.length);

/** Returns the usage of a new agent. */
export function freshUsage(now: number): Usage {
  return {
    dailyTransactionCount: 0,
    dailySpend: 0,
    monthlySpend: 0,
    dailyResetDate: dayOf(now),
    monthlyResetMonth: monthOf(now),
  };
}

/** Returns the usage at a time. The figures of a previous day or month are reset (rule 77). */
export function usageAt({ usage }: Agent, now: number): Usage {
  const fresh = freshUsage(now);
  const isSameDay = usage.dailyResetDate === fresh.dailyResetDate;
  const isSameMonth = usage.monthlyResetMonth === fresh.monthlyResetMonth;
  return {
    ...fresh,
    ...(isSameDay
      ? { dailyTransactionCount: usage.dailyTransactionCount, dailySpend: usage.dailySpend }
      : {}),
    ...(isSameMonth ? { monthlySpend: usage.monthlySpend } : {}),
  };
}

/** Returns the usage after one more payment. */
export function usageAfter(agent: Agent, amount: number, now: number): Usage {
  const usage = usageAt(agent, now);
  return {
    ...usage,
    dailyTransactionCount: usage.dailyTransactionCount + 1,
    dailySpend: usage.dailySpend + amount,
    monthlySpend: usage.monthlySpend + amount,
  };
}
