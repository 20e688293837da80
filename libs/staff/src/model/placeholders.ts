import { priorityLabel, type TicketPriority } from '@helpdesk/tickets/model/priorities'
import { statusLabel, type TicketStatus } from '@helpdesk/tickets/model/statuses'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import * as texts from './placeholder-texts'

/*
 * Placeholders of macros: `{{customer.first_name}}`, with what stands in for a missing value `{{customer.first_name|there}}`,
 * and questions that are asked when a macro is inserted: `{{ask:Which device?}}`, `{{ask:Size?|Small|Large}}`.
 */

/** Supported placeholders and their meaning. */
export const PLACEHOLDERS = {
  'customer.first_name': texts.customerFirstName,
  'customer.name': texts.customerName,
  'ticket.number': texts.ticketNumber,
  'ticket.subject': texts.ticketSubject,
  'ticket.status': texts.ticketStatus,
  'ticket.priority': texts.ticketPriority,
  'ticket.url': texts.ticketUrl,
  'agent.first_name': texts.yourFirstName,
  'agent.name': texts.yourName,
} as const
/** Names that macros written earlier still use: `ticket.id` gives the number too, which is what people call a ticket. */
type Name = keyof typeof PLACEHOLDERS | 'ticket.id'
/** Values of the placeholders; null where the ticket has none. */
export type PlaceholderValues = Record<Name, string | null>

export interface Question {
  /** The question as written, which is asked once however often it occurs. */
  text: string
  /** What to choose from; empty for a text of one's own. */
  choices: string[]
}

interface FilledText {
  text: string
  /** Placeholders not filled, with braces and without duplicates: unknown names and those without a value. */
  left: string[]
}

const braces = /\{\{([^{}\n]*)\}\}/g
const isName = (name: string): name is Name => name === 'ticket.id' || Object.hasOwn(PLACEHOLDERS, name)

type Parsed =
  | { kind: 'question'; question: Question }
  | { kind: 'value'; name: Name; fallback: string }
  | { kind: 'unknown' }
  | { kind: 'text' }

/** What stands between braces. */
function parse(inner: string): Parsed {
  const [first = '', ...rest] = inner.split('|').map((part) => part.trim())
  if (/^ask:/i.test(first)) {
    const text = first.slice('ask:'.length).trim()
    return text
      ? { kind: 'question', question: { text, choices: rest.filter(Boolean) } }
      : { kind: 'unknown' }
  }
  if (isName(first)) return { kind: 'value', name: first, fallback: rest.join('|') }
  return first && !/\s/.test(first) ? { kind: 'unknown' } : { kind: 'text' }
}

/**
 * Fills the placeholders of a text in one pass, so that braces inside a value (such as a customer's name) are never
 * filled. Placeholders without a value stay visible, and so do questions.
 */
export function fillPlaceholders(body: string, values: Partial<PlaceholderValues>): FilledText {
  const left = new Set<string>()
  const text = body.replace(braces, (found: string, inner: string) => {
    const parsed = parse(inner)
    if (parsed.kind === 'text') return found
    const value = parsed.kind === 'value' && (values[parsed.name] || parsed.fallback)
    if (!value) left.add(found)
    return value || found
  })
  return { text, left: [...left] }
}

/** Replaces the questions of a text by their answers; other placeholders stay, with their fallbacks. */
export const fillAnswers = (body: string, answers: ReadonlyMap<string, string>): string =>
  body.replace(braces, (found: string, inner: string) => {
    const parsed = parse(inner)
    return (parsed.kind === 'question' && answers.get(parsed.question.text)) || found
  })

/** Supported placeholders misspelt, and others that nothing fills, as written. */
export const unknownPlaceholders = (body: string): string[] => [
  ...new Set(
    [...body.matchAll(braces)]
      .filter(([, inner = '']) => parse(inner).kind === 'unknown')
      .map(([found]) => found),
  ),
]

/** The questions of a text, each once, with the choices of the first. */
export function questionsIn(body: string): Question[] {
  const questions = new Map<string, Question>()
  for (const [, inner = ''] of body.matchAll(braces)) {
    const parsed = parse(inner)
    if (parsed.kind === 'question' && !questions.has(parsed.question.text))
      questions.set(parsed.question.text, parsed.question)
  }
  return [...questions.values()]
}

/** Keeps the places of what is not code. */
const withoutCode = (text: string): string =>
  text
    .replace(/```[\s\S]*?```/g, (code) => ' '.repeat(code.length))
    .replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length))

/** The same rule as `private.unfilled_placeholder`: names of ours, whoever wrote them. */
const ours = /\{\{[ \t]*(?:(?:customer|ticket|agent)\.|ask:)[^{}\n]*\}\}/gi

/** A placeholder at its place in a text. */
export interface Unfilled {
  found: string
  start: number
}

/**
 * Placeholders that would reach the customer. Code, such as a line of a template between backticks, is sent as it is.
 * @param left further ones, which a macro left
 */
export function unfilledIn(text: string, left: readonly string[] = []): Unfilled[] {
  const plain = withoutCode(text)
  const found = [...plain.matchAll(ours)].map((match): Unfilled => ({ found: match[0], start: match.index }))
  for (const placeholder of left) {
    const start = plain.indexOf(placeholder)
    if (start >= 0 && !found.some((each) => each.start === start)) found.push({ found: placeholder, start })
  }
  return found.sort((a, b) => a.start - b.start)
}

/** Marks a placeholder as code, which is sent as it is. */
export const asWritten = (text: string, { found, start }: Unfilled): string =>
  `${text.slice(0, start)}\`${found}\`${text.slice(start + found.length)}`

const titles = /^(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|sr|sra|mme|m)\.?\s+/i

/** A first name, as in a greeting: of "Morgan, Casey" and "Dr. Casey Morgan" it is Casey; null for an address. */
export function firstName(name: string | null | undefined): string | null {
  const full = name?.trim() ?? ''
  if (!full || full.includes('@')) return null
  const [family = '', given = ''] = full.split(',').map((part) => part.trim())
  let rest = given || family
  while (titles.test(rest)) rest = rest.replace(titles, '')
  return rest.split(/\s+/)[0] || null
}

interface TicketValues {
  id: string
  number?: number | undefined
  subject: string
  status: TicketStatus
  priority?: TicketPriority | undefined
}

/**
 * The values of a ticket.
 * @param customer the requester's name, or their address when they have none
 * @param me the name of the reader
 */
export function valuesOf(
  ticket: TicketValues,
  customer: string | null | undefined,
  me: string | null | undefined,
): PlaceholderValues {
  const number = ticketRef(ticket)
  const values: PlaceholderValues = {
    'customer.first_name': firstName(customer),
    'customer.name': customer || null,
    'ticket.number': number,
    'ticket.id': number,
    'ticket.subject': ticket.subject,
    'ticket.status': statusLabel(ticket.status),
    'ticket.priority': ticket.priority ? priorityLabel(ticket.priority) : null,
    'ticket.url': `${location.origin}/tickets/${ticket.id}`,
    'agent.first_name': firstName(me),
    'agent.name': me || null,
  }
  // A name that looks like a placeholder would stop the reply, and looks like a mistake to its reader.
  for (const name of Object.keys(values))
    if (isName(name) && unfilledIn(values[name] ?? '').length > 0) values[name] = null
  return values
}
