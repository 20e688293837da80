import { MAX_LINKS } from '../autolinks'
import { hasMarkdown } from './has-markdown'
import { isWithinBounds } from './markdown-bounds'

/** Each point takes up to 0.1 ms for the parser and the elements: at most some 1.5 s for a page. */
const BUDGET = 15_000
/** Lines, and whatever may become an element. */
const pieces = /\n|[*_`[\]<>#]|[-+](?=[ \t\n])|\d[.)]/g

/** Addresses and numbers of tickets that may become links. */
const targets = /https?:\/\/|mailto:|<[^\s<>]*@|#[1-9]/gi
/** Points of a link, which is a component with a style. */
const LINK_COST = 4

function costOf(text: string): number {
  const links = text.match(targets)?.length ?? 0
  // Needs no parser.
  if (!hasMarkdown(text) || !isWithinBounds(text)) return LINK_COST * Math.min(links, MAX_LINKS)
  return LINK_COST * links + (text.match(pieces)?.length ?? 0) + text.length / 20
}

interface Message {
  id: string
  text: string
}

/**
 * The ids of messages that a page shows as typed, without links, because formatting all of them would hold it up.
 * @param messages the most important first
 */
export function beyondBudget(messages: readonly Message[]): ReadonlySet<string> {
  let left = BUDGET
  const beyond = messages.filter(({ text }) => {
    const cost = costOf(text)
    if (cost > left) return true
    left -= cost
    return false
  })
  return new Set(beyond.map(({ id }) => id))
}
