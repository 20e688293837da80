import { z } from '@helpdesk/supabase'
import type { Offer } from './commands'

const uuid = z.guid()

/** Finds commands with every word of the query in title or group; those that start with the query come first. */
export function findOffers(offered: readonly Offer[], query: string): Offer[] {
  const text = query.trim().toLowerCase()
  const words = text.split(/\s+/).filter(Boolean)
  const found = offered.filter(({ command: { title, group } }) => {
    const all = `${title} ${group}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const startsWith = (offer: Offer) => offer.command.title.toLowerCase().startsWith(text)
  return text ? [...found.filter(startsWith), ...found.filter((each) => !startsWith(each))] : found
}

/** Parses a ticket id, with or without `#`; null when the query is not one. */
export function ticketIdIn(query: string): string | null {
  const text = query.trim().replace(/^#/, '').toLowerCase()
  return z.safeParse(uuid, text).success ? text : null
}
