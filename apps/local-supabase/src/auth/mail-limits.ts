import { clientAddress } from '../http/connection'
import { createLimiter, type Limiter } from '../limits/limiter'
import { tooMany } from '../limits/limits'
import { networkOf, wideNetworkOf } from '../limits/network'
import type { AuthContext, AuthRequest } from './context'
import { deviceSource } from './known-device'

const pauses = new WeakMap<AuthContext, Limiter>()

function pauseOf(ctx: AuthContext): Limiter {
  const pause = pauses.get(ctx) ?? createLimiter({ amount: 1, seconds: ctx.config.mailPauseMs / 1000 })
  pauses.set(ctx, pause)
  return pause
}

const soon = 'For security purposes, please wait before trying again.'
const busy = 'email rate limit exceeded'

/** `known`: somebody confirmed the address that the mail goes to. */
export type Recipient = 'known' | 'stranger'

/**
 * Counts that somebody asks for a mail: for the place that asks, and for every e-mail address alike, so that the
 * answer does not tell whether there is an account. Nothing of it is anybody else's budget. Throws 429.
 */
export function countMailRequest(
  ctx: AuthContext,
  { request }: AuthRequest,
  email: string,
  recipient: Recipient,
): void {
  const refuse = (seconds: number, message: string) => {
    if (seconds > 0) throw tooMany(seconds, { code: 'over_email_send_rate_limit', message })
  }
  const { limits } = ctx.gateway
  refuse(limits.limiter('email_sent').wait(''), busy)
  if (recipient === 'stranger') refuse(limits.limiter('stranger_mails').wait(''), busy)
  const { key } = deviceSource(ctx, request, email)
  refuse(pauseOf(ctx).take(key), soon)
  refuse(limits.limiter('account_mails').take(key), soon)
  const address = clientAddress(request)
  if (address === undefined) return
  refuse(limits.limiter('address_mails').take(networkOf(address)), busy)
  refuse(limits.limiter('network_mails').take(wideNetworkOf(address)), busy)
}

/**
 * Counts a mail that is about to be sent, against the recipient's and the whole project's limits.
 * @returns whether it may be. Otherwise the answer stays the same: where strangers filled the recipient's mailbox, the
 * newest link in it still works.
 */
export function takeMailAllowance(
  ctx: AuthContext,
  { request }: AuthRequest,
  email: string,
  recipient: Recipient,
): boolean {
  const { limits } = ctx.gateway
  const take = (name: 'recipient_mails' | 'stranger_mails' | 'email_sent', key = '') =>
    limits.limiter(name).take(key) === 0
  if (!deviceSource(ctx, request, email).known && !take('recipient_mails', email)) return false
  if (recipient === 'stranger' && !take('stranger_mails')) return false
  return take('email_sent')
}
