import { z } from '@helpdesk/supabase'

/** A row of `unreached_people`: somebody of a ticket who gets no mails, and why. */
export const unreachedSchema = z.object({
  address: z.string(),
  name: z.string(),
  /** undeliverable, reply, status or copy */
  reason: z.string(),
})
export type UnreachedPerson = z.infer<typeof unreachedSchema>

const stopped: Partial<Record<string, string>> = { reply: 'replies', status: 'status changes' }

export interface UnreachedLine {
  address: string
  text: string
  /** Earlier mails came back: staff can try again. */
  isUndeliverable: boolean
}

/** One line for each person; nobody who gets no mails at all is said to get none about something. */
export function unreachedLines(people: readonly UnreachedPerson[]): UnreachedLine[] {
  const addresses = [...new Set(people.map(({ address }) => address))]
  return addresses.map((address) => {
    const rows = people.filter((person) => person.address === address)
    const name = rows[0]?.name || address
    const reasons = rows.map(({ reason }) => reason)
    const isUndeliverable = reasons.includes('undeliverable')
    const kinds = reasons.flatMap((reason) => stopped[reason] ?? []).join(' and ')
    const text = isUndeliverable
      ? `${name} gets no emails: one came back`
      : kinds
        ? `${name} gets no emails about ${kinds}`
        : `${name} left the copies of this ticket`
    return { address, text, isUndeliverable }
  })
}
