import { clientAddress } from '../http/connection'
import { createLimiter, type Limiter } from '../limits/limiter'
import { tooMany } from '../limits/limits'
import type { AuthContext, AuthRequest } from './context'
import { deviceSource } from './known-device'

const pauses = new WeakMap<AuthContext, Limiter>()

function pauseOf(ctx: AuthContext): Limiter {
  const pause = pauses.get(ctx) ?? createLimiter({ amount: 1, seconds: ctx.config.mailPauseMs / 1000 })
  pauses.set(ctx, pause)
  return pause
}

const subnetOf = (address: string) => address.replace(/\.\d+$/, '.0/24')

const waitMessage = (seconds: number) =>
  `For security purposes, you can only request this after ${Math.max(0, seconds - 1)} seconds.`
const limitMessage = 'email rate limit exceeded'

/** `known`: an address that was confirmed. */
export type Recipient = 'known' | 'stranger'

/**
 * Counts a request for a mail against limits of its source, identically for all e-mail addresses, so that the response
 * does not reveal whether an account exists. Throws 429.
 */
export function countMailRequest(
  ctx: AuthContext,
  { request }: AuthRequest,
  email: string,
  recipient: Recipient,
): void {
  const refuse = (seconds: number, message: string | typeof waitMessage) => {
    const text = typeof message === 'string' ? message : message(seconds)
    if (seconds > 0) throw tooMany(seconds, { code: 'over_email_send_rate_limit', message: text })
  }
  const { limits } = ctx.gateway
  refuse(limits.limiter('email_sent').wait(''), limitMessage)
  if (recipient === 'stranger') refuse(limits.limiter('stranger_mails').wait(''), limitMessage)
  const { key } = deviceSource(ctx, request, email)
  refuse(pauseOf(ctx).take(key), waitMessage)
  refuse(limits.limiter('account_mails').take(key), waitMessage)
  const address = clientAddress(request)
  if (address === undefined) return
  refuse(limits.limiter('address_mails').take(address), limitMessage)
  refuse(limits.limiter('network_mails').take(subnetOf(address)), limitMessage)
}

/**
 * Counts a mail against the limits of its recipient and of the project.
 * @returns whether to send it. Without it the response is the same, and the latest link in the mailbox still works.
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
