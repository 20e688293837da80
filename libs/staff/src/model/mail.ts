import { z } from '@helpdesk/supabase'
import type { TicketEvent } from '@helpdesk/tickets/model/rows'

/** A person in copy on a ticket. */
export const participantSchema = z.object({
  id: z.string(),
  address: z.string(),
  name: z.string(),
  /** Who added them: `staff`, `mail`, `merge`, or `unverified_mail`, which may be forged: nobody writes to them. */
  source: z.string(),
  /** When they left the copies by a link of a mail. */
  left_at: z.optional(z.nullable(z.string())),
})
export type TicketParticipant = z.infer<typeof participantSchema>

/** Named by an email whose sender is not proven: gets no mails until staff add them. */
export const isNamedOnly = ({ source }: TicketParticipant): boolean => source === 'unverified_mail'

/**
 * The addresses that mails could not put in copy, as the history lists them. Whom a full ticket had no room for is left
 * out: they could not be added either.
 */
export const leftOutOf = (
  events: readonly Pick<TicketEvent, 'kind' | 'from_value' | 'to_value'>[],
): string[] => [
  ...new Set(
    events
      .filter(({ kind, from_value: why }) => kind === 'copies_left_out' && why !== 'limit')
      .flatMap(({ to_value: addresses }) => addresses?.split(', ') ?? []),
  ),
]

/** A ticket to which a received mail can be added. */
const ticketChoiceSchema = z.object({
  id: z.string(),
  number: z.number(),
  subject: z.string(),
  customer_name: z.string(),
  /** The workspace has written to the sender about it: their answer is probably for staff. */
  was_forwarded: z.boolean(),
})
export type TicketChoice = z.infer<typeof ticketChoiceSchema>

/** Mails that wait for staff, and those of the last 30 days that were not filed and wait for nobody. */
export type MailPile = 'waiting' | 'not-filed'

/** A received mail that is in no ticket: a row of `list_unmatched_mails`. */
export const unmatchedMailSchema = z.object({
  id: z.string(),
  received_at: z.string(),
  recipient: z.string(),
  from_address: z.string(),
  from_name: z.string(),
  subject: z.string(),
  preview: z.string(),
  authentication: z.string(),
  state: z.string(),
  reason: z.string(),
  /** The ticket that the mail is about, though it was not added to it: a copy, or a bounce. */
  ticket_id: z.nullable(z.string()),
  /** The outsider whose answer to a forwarded message it is, whoever its sender says to be. */
  forwarded_to: z.nullable(z.string()),
  /** Of a mail in the name of the workspace, such as a form's: whom it names as its author. */
  said_author: z.optional(z.nullable(z.string())),
  file_count: z.number(),
  has_original: z.boolean(),
  suspected_ticket: z.nullable(ticketChoiceSchema),
})
export type UnmatchedMail = z.infer<typeof unmatchedMailSchema>

/** A single plain mailbox, in lower case; null for anything else. */
export function plainAddress(text: string): string | null {
  const address = text.trim().toLowerCase()
  return /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\".]+(?:\.[^\s@,;:<>()[\]\\".]+)+$/.test(address) &&
    address.length <= 254
    ? address
    : null
}

/** Staff can file it: a bounce that is shown on its ticket is done. */
export const canFile = ({ state, ticket_id }: UnmatchedMail): boolean =>
  state !== 'bounce' || ticket_id === null
