import { createLimiter, type Limiter } from '../limits/limiter'
import { accountExistsMail } from '../mail/known-address'
import type { AuthContext } from './context'
import { siteUrl } from './mail-links'

/** A budget of its own: whoever signs up with somebody's address again and again keeps no reset mail from them. */
const limit = { amount: 3, seconds: 3600 }
const budgets = new WeakMap<AuthContext, Limiter>()

function budgetOf(ctx: AuthContext): Limiter {
  const budget = budgets.get(ctx) ?? createLimiter(limit)
  budgets.set(ctx, budget)
  return budget
}

/** Tells the owner of a confirmed account that somebody signed up with its address; at most three times an hour. */
export async function sendAccountExistsMail(ctx: AuthContext, email: string): Promise<void> {
  if (budgetOf(ctx).take(email) > 0 || ctx.gateway.limits.limiter('email_sent').take('') > 0) return
  await ctx.send(accountExistsMail(email, siteUrl(ctx)))
}
