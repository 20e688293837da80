import { StartError } from '../start-error'
import type { Limit } from './limiter'

const fiveMinutes = 300
const hour = 3600
/** GoTrue's, which no setting changes. */
const burst = 30

/**
 * Limits by name with their default amounts. The first four are GoTrue's, set under `[auth.rate_limit]` of
 * supabase/config.toml; hosted Supabase has no others.
 */
export const rules = {
  /** Sign-ups, resets, resent mails, mailed sign-ins and changes of the account, each, from one address. */
  sign_in_sign_ups: { amount: 30, seconds: fiveMinutes, burst },
  /** Sign-ins and refreshes, together, from one address. */
  token_refresh: { amount: 150, seconds: fiveMinutes, burst },
  /** Links of mails opened from one address. */
  token_verifications: { amount: 30, seconds: fiveMinutes, burst },
  /** Mails of the whole project. */
  email_sent: { amount: 1000, seconds: hour, interval: true },
  /** Wrong passwords for one account from one address, or from one device that signed in to it before. */
  account_failures: { amount: 20, seconds: fiveMinutes },
  /** Wrong passwords for one account from all addresses and devices that never signed in to it. */
  account_guesses: { amount: 100, seconds: hour },
  /** Wrong tokens sent for one e-mail address from one address or known device. */
  account_verifications: { amount: 20, seconds: fiveMinutes },
  /** Wrong tokens sent for one e-mail address from all addresses and devices that never signed in to it. */
  verification_guesses: { amount: 100, seconds: hour },
  /** Mails requested for one e-mail address from one address or known device. */
  account_mails: { amount: 20, seconds: hour },
  /** Mails sent to one e-mail address on request of unknown devices. */
  recipient_mails: { amount: 40, seconds: hour },
  /** Mails requested from one address, and from its /24. */
  address_mails: { amount: 100, seconds: hour },
  network_mails: { amount: 300, seconds: hour },
  /** The part of `email_sent` for unconfirmed addresses; the rest is reserved for password resets. */
  stranger_mails: { amount: 800, seconds: hour },
  /** Sign-ins through a provider started from one address; each adds a row until it expires. */
  social_sign_ins: { amount: 200, seconds: 3 * fiveMinutes },
  /** Refreshes of one session. */
  account_refreshes: { amount: 60, seconds: fiveMinutes },
  /** Tickets, comments and replies from one address; the database limits each account. */
  posts: { amount: 6000, seconds: fiveMinutes },
  uploads: { amount: 600, seconds: fiveMinutes },
  account_uploads: { amount: 150, seconds: fiveMinutes },
  functions: { amount: 600, seconds: fiveMinutes },
  account_functions: { amount: 150, seconds: fiveMinutes },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof rules
export type Amounts = Partial<Record<LimitName, number>>

const isName = (name: string): name is LimitName => Object.hasOwn(rules, name)

/** The rule with the amount of supabase/config.toml, if any, or of HELPDESK_RATE_LIMITS, which is also its burst. */
export function limitOf(name: LimitName, configured: Amounts, overridden: Amounts): Limit {
  const rule: Limit = rules[name]
  const amount = overridden[name]
  if (amount !== undefined) return { ...rule, amount, burst: amount }
  return { ...rule, amount: configured[name] ?? rule.amount }
}

/**
 * Parses `name=amount,name=amount`. Limits cannot be switched off.
 * @throws StartError for an unknown name or an amount that is not a positive integer
 */
export function parseAmounts(text: string): Amounts {
  const amounts: Amounts = {}
  for (const part of text.split(',')) {
    const [name = '', value = '', ...rest] = part.split('=').map((word) => word.trim())
    const amount = Number(value)
    if (!isName(name) || rest.length > 0 || !Number.isInteger(amount) || amount < 1) {
      throw new StartError(
        `HELPDESK_RATE_LIMITS: "${part.trim()}" is not valid. Write name=amount, separated by commas; the names are ` +
          `${Object.keys(rules).join(', ')}; an amount is a whole number from 1.`,
      )
    }
    amounts[name] = amount
  }
  return amounts
}
