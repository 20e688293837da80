import { z } from '@helpdesk/supabase'
import type { Offer } from './commands'

const uuid = z.guid()

/** Commands that have every word of the query, in their title or their group; those that begin with it come first. */
export function findOffers(offered: readonly Offer[], query: string): Offer[] {
  const text = query.trim().toLowerCase()
  const words = text.split(/\s+/).filter(Boolean)
  const found = offered.filter(({ command: { title, group } }) => {
    const all = `${title} ${group}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const begins = (offer: Offer) => offer.command.title.toLowerCase().startsWith(text)
  return text ? [...found.filter(begins), ...found.filter((each) => !begins(each))] : found
}

/** The id of a ticket that was pasted, with or without its sign; null when it is none. */
export function ticketIdIn(query: string): string | null {
  const text = query.trim().replace(/^#/, '').toLowerCase()
  return z.safeParse(uuid, text).success ? text : null
}
