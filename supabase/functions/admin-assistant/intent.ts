import { UUID } from './helpdesk-api.ts'
import { PRIORITIES, STATUSES } from './rows.ts'

/** Questions that the built-in rules can answer. */
export type Intent =
  | { kind: 'change'; ticket: string; field: 'status' | 'priority'; value: string }
  | { kind: 'assign'; ticket: string; name: string }
  | { kind: 'summary'; ticket?: string; subject?: string }
  | { kind: 'agents' }
  | { kind: 'unassigned' }
  | { kind: 'priority'; priority: 'urgent' | 'high' }
  | { kind: 'counts' }
  | { kind: 'find'; text: string }
  | { kind: 'help' }

const values: [RegExp, 'status' | 'priority', string][] = [
  ...STATUSES.map((value): [RegExp, 'status', string] => [
    new RegExp(`\\b${value.replace('_', '[ _-]')}\\b`, 'i'),
    'status',
    value,
  ]),
  ...PRIORITIES.map((value): [RegExp, 'priority', string] => [
    new RegExp(`\\b${value}\\b`, 'i'),
    'priority',
    value,
  ]),
]

function parseChange(text: string, ticket: string): Intent | undefined {
  const assign = /\b(?:re)?assign\b/i.exec(text)
  const assignee = assign && /\bto (.+)$/i.exec(text.slice(assign.index + assign[0].length))?.[1]
  if (assignee)
    return {
      kind: 'assign',
      ticket,
      name: assignee
        .replace(UUID, '')
        .trim()
        .replace(/(?<![.?!])[.?!]+$/, ''),
    }
  if (/\bunassign\b/i.test(text)) return { kind: 'assign', ticket, name: 'nobody' }
  if (!/\b(set|change|make|move|mark|put|raise|lower)\b/i.test(text)) return undefined
  const found = values.find(([pattern]) => pattern.test(text))
  return found && { kind: 'change', ticket, field: found[1], value: found[2] }
}

const SUBJECT = /["“”'«](.{1,500}?)["“”'»]/
const trimmed = (text: string | undefined) => (text ?? '').replace(/(?<![?.!\s])[?.!\s]+$/, '').trim()

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Classifies a question by keywords. */
export function parseIntent(question: string): Intent {
  const text = oneLine(question)
  const ticket = UUID.exec(text)?.[0]?.toLowerCase()
  if (ticket) return parseChange(oneLine(text.replace(UUID, ' ')), ticket) ?? { kind: 'summary', ticket }
  const summary = /\bsummar\w* (?:of )?(?:the )?(?:ticket )?(?:about )?(.+)$/i.exec(text)
  if (summary) return { kind: 'summary', subject: trimmed(SUBJECT.exec(text)?.[1] ?? summary[1]) }
  const find =
    /\b(?:find|search|look)\b(?: for)?(?: me)?(?: (?:all|any|the))?(?: tickets?)?(?: (?:about|with|for|on|that mention|mentioning))? (.+)$/i.exec(
      text,
    )
  if (find) return { kind: 'find', text: trimmed(SUBJECT.exec(text)?.[1] ?? find[1]) }
  if (/\bunassigned\b|\bnobody\b|\bno one\b|\bunclaimed\b/i.test(text)) return { kind: 'unassigned' }
  if (/\bagents?\b|\bteam\b|\bperformance\b|\bworkload\b|\bwho\b/i.test(text)) return { kind: 'agents' }
  if (/\burgent\b|\bcritical\b/i.test(text)) return { kind: 'priority', priority: 'urgent' }
  if (/\bhigh\b/i.test(text)) return { kind: 'priority', priority: 'high' }
  if (
    /\bhow many\b|\bcounts?\b|\bqueue\b|\bfigures\b|\bnumbers?\b|\bstatus\b|\boverview\b|\bstatistics\b|\bbacklog\b/i.test(
      text,
    )
  )
    return { kind: 'counts' }
  if (/\boldest\b/i.test(text)) return { kind: 'unassigned' }
  const about = /\btickets? (?:about|with|on|mentioning) (.+)$/i.exec(text)
  if (about) return { kind: 'find', text: trimmed(about[1]) }
  return { kind: 'help' }
}
