import { z } from '@helpdesk/supabase'
import * as texts from './service-texts'

const checkSchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  reason: z.nullable(z.string()),
  since: z.string(),
})

/** Result of `get_service_health`. `checks` is empty where no server reports of itself, as on hosted projects. */
export const serviceHealthSchema = z.object({
  now: z.string(),
  checks: z.array(checkSchema),
  mail: z.object({
    last_run_at: z.nullable(z.string()),
    last_sent_at: z.nullable(z.string()),
    failing_since: z.nullable(z.string()),
    last_error: z.nullable(z.string()),
    queued: z.number(),
    oldest_due_at: z.nullable(z.string()),
    /** Wait because their ticket has had its emails of the hour. An older server lacks it. */
    deferred: z.optional(z.number()),
    /** Senders whose large emails are put off until fewer have come within the hour. An older server lacks it. */
    full_budgets: z.optional(z.array(z.string())),
    failed: z.number(),
    unmatched: z.number(),
  }),
})
export type ServiceHealth = z.infer<typeof serviceHealthSchema>

/** Something that does not work, or that somebody should look at. */
export interface Problem {
  id: string
  tone: 'error' | 'warning'
  title: string
  /** What the server says of it. */
  detail: string | null
  /** When it began, as far as it is known. */
  since: string | null
  /** What to do. */
  advice: string
  /** Where to do it. */
  to?: string
}

/** A sender runs every minute, on hosted projects by a cron job. */
const LATE_MS = 10 * 60_000

/**
 * What is wrong, since when, and what to do; empty when all is well. Ages are those of the server's clock.
 */
export function problemsOf({ now, checks, mail }: ServiceHealth): Problem[] {
  const age = (time: string) => Date.parse(now) - Date.parse(time)
  const problems: Problem[] = checks
    // The database says the same of mail, with the reason.
    .filter(({ ok, name }) => !ok && name !== 'sender' && !(name === 'mail_server' && mail.failing_since))
    .map(({ name, reason, since }) => {
      const { title, advice } = texts.parts[name] ?? texts.otherPart(name)
      const tone = name === 'mail_server' ? 'warning' : 'error'
      return { id: name, tone, title, detail: reason, since, advice }
    })
  if (mail.failing_since)
    problems.push({
      id: 'smtp',
      tone: 'error',
      ...texts.smtp,
      detail: mail.last_error,
      since: mail.failing_since,
      to: '/admin/settings/email',
    })
  else if (mail.oldest_due_at && age(mail.oldest_due_at) > LATE_MS)
    problems.push({
      id: 'sender',
      tone: 'error',
      ...(mail.last_run_at && age(mail.last_run_at) < LATE_MS ? texts.slowSender : texts.noSender),
      detail: texts.waitingMails(mail.queued),
      since: mail.oldest_due_at,
    })
  if (mail.deferred)
    problems.push({
      id: 'deferred',
      tone: 'warning',
      title: texts.deferredMails(mail.deferred),
      advice: texts.deferredAdvice,
      detail: null,
      since: null,
      to: '/admin/settings/email',
    })
  if (mail.full_budgets?.length)
    problems.push({
      id: 'full_budgets',
      tone: 'warning',
      title: texts.fullBudgets,
      advice: texts.fullBudgetsAdvice,
      detail: texts.fullBudgetsDetail(mail.full_budgets),
      since: null,
      to: '/admin/settings/email',
    })
  if (mail.failed > 0)
    problems.push({
      id: 'failed',
      tone: 'warning',
      title: texts.failedMails(mail.failed),
      advice: texts.failedAdvice,
      detail: null,
      since: null,
      to: '/admin/settings/email',
    })
  return problems
}
