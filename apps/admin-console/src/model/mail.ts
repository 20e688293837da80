import { z } from '@helpdesk/supabase'

/** Result of `get_mail_channel`. */
export const mailChannelSchema = z.object({
  sender: z.nullable(z.string()),
  last_sent_at: z.nullable(z.string()),
  failing_since: z.nullable(z.string()),
  last_error: z.nullable(z.string()),
  last_received_at: z.nullable(z.string()),
  queued: z.number(),
  retrying: z.number(),
  oldest_due_at: z.nullable(z.string()),
  failed: z.number(),
  unmatched: z.number(),
  undeliverable: z.number(),
})
export type MailChannel = z.infer<typeof mailChannelSchema>

/** sent, failed for good, waiting for another attempt, or not tried yet. */
export const MAIL_STATES = ['queued', 'retrying', 'failed', 'sent'] as const
export type MailState = (typeof MAIL_STATES)[number]
export const isMailState = (value: unknown): value is MailState =>
  MAIL_STATES.some((state) => state === value)

const attemptSchema = z.object({
  started_at: z.string(),
  ended_at: z.nullable(z.string()),
  error: z.nullable(z.string()),
  response: z.nullable(z.string()),
})
export type MailAttempt = z.infer<typeof attemptSchema>

/** A row of `list_mails`. */
export const outgoingMailSchema = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(MAIL_STATES),
  recipient: z.string(),
  ticket_id: z.nullable(z.string()),
  ticket_number: z.nullable(z.number()),
  ticket_subject: z.nullable(z.string()),
  created_at: z.string(),
  sent_at: z.nullable(z.string()),
  dropped_at: z.nullable(z.string()),
  next_attempt_at: z.nullable(z.string()),
  error: z.nullable(z.string()),
  attempts: z.array(attemptSchema),
})
export type OutgoingMail = z.infer<typeof outgoingMailSchema>

/** Row of `mail_addresses`. */
export const mailAddressSchema = z.object({
  id: z.string(),
  address: z.string(),
  kind: z.enum(['support', 'note']),
  default_priority: z.nullable(z.string()),
  default_tags: z.array(z.string()),
  is_active: z.boolean(),
})
export type MailAddress = z.infer<typeof mailAddressSchema>
export type MailAddressValues = Omit<MailAddress, 'id'>

/** The database's rule for an address of the workspace: no plus, which marks answers. */
export const isWorkspaceAddress = (text: string): boolean =>
  /^[a-z0-9][a-z0-9._-]{0,31}@[a-z0-9.-]+$/.test(text) && text.length <= 200

/** Comma-separated tags as a list, without blanks and repetitions. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

/** An address, or `@example.com` for a whole domain, in lower case; null for anything else. */
export function blockable(text: string): string | null {
  const address = text.trim().toLowerCase()
  return /^[^@\s]*@[^@\s]+$/.test(address) && address.length <= 254 ? address : null
}

export const blockedSenderSchema = z.object({ address: z.string(), created_at: z.string() })
export type BlockedSender = z.infer<typeof blockedSenderSchema>

/** Row of `undeliverable_addresses`. */
export const undeliverableSchema = z.object({
  address: z.string(),
  status: z.string(),
  reason: z.string(),
  failures: z.number(),
  last_at: z.string(),
})
export type UndeliverableAddress = z.infer<typeof undeliverableSchema>

/** Answer of the function `test-mail`. */
export const mailTestSchema = z.object({
  ok: z.boolean(),
  recipient: z.string(),
  sender: z.string(),
  server: z.string(),
  response: z.optional(z.string()),
  error: z.optional(z.string()),
})
export type MailTest = z.infer<typeof mailTestSchema>

export interface DnsRecord {
  type: 'TXT'
  name: string
  value: string
}

/**
 * The records that a domain needs so that its mails are accepted. SPF and DKIM contain a placeholder: only the provider
 * of the mail server knows these values.
 */
export const dnsRecords = (domain: string): Record<'spf' | 'dkim' | 'dmarc', DnsRecord> => ({
  spf: { type: 'TXT', name: domain, value: 'v=spf1 include:<your mail provider> ~all' },
  dkim: {
    type: 'TXT',
    name: `<selector>._domainkey.${domain}`,
    value: 'v=DKIM1; k=rsa; p=<public key of your mail provider>',
  },
  dmarc: {
    type: 'TXT',
    name: `_dmarc.${domain}`,
    value: `v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}`,
  },
})

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
