import { HttpError } from '../_shared/http-error.ts'
import * as texts from './builtin-texts.ts'
import type { Emit, Proposal } from './events.ts'
import type { HelpdeskApi, Search, WithNames } from './helpdesk-api.ts'
import { parseIntent, type Intent } from './intent.ts'
import type { Summary } from './rows.ts'

const ACTIVE = new Set(['open', 'in_progress', 'pending', 'on_hold'])

interface Context {
  api: HelpdeskApi
  emit: Emit
  proposals: Proposal[]
  /** Milliseconds since the epoch. */
  now: number
}

async function listTickets(
  { api, now }: Context,
  search: Search,
  heading: string,
  none: string,
): Promise<string> {
  const rows = await api.search(search)
  return rows.length === 0 ? none : [heading, '', ...rows.map((row) => texts.ticketLine(row, now))].join('\n')
}

async function listByPriority({ api, now }: Context, priority: 'urgent' | 'high'): Promise<string> {
  const [figures, rows] = await Promise.all([
    api.queue(),
    // The search cannot filter by several statuses, so the active ones are picked from the newest twenty.
    api.search({ priority, limit: 20 }),
  ])
  const total = figures.active_by_priority[priority] ?? 0
  if (total === 0) return texts.noneOfPriority(priority)
  const active = rows.filter(({ status }) => ACTIVE.has(status)).slice(0, 10)
  return [texts.ofPriority(total, priority), '', ...active.map((row) => texts.ticketLine(row, now))].join(
    '\n',
  )
}

async function summarize({ api, now }: Context, { ticket, subject }: { ticket?: string; subject?: string }) {
  let id = ticket
  let others: WithNames<Summary>[] = []
  if (!id) {
    const found = await api.search({ query: subject, limit: 4 })
    id = found[0]?.id
    others = found.slice(1)
  }
  const detail = id ? await api.ticket(id) : null
  if (!detail) return texts.noSuchTicket
  const more = others.length
    ? ['', texts.alsoMatching, '', ...others.map((row) => texts.ticketLine(row, now))].join('\n')
    : ''
  return texts.summaryText(detail, now) + more
}

async function propose(
  { api, emit, proposals }: Context,
  intent: Extract<Intent, { kind: 'change' | 'assign' }>,
) {
  let value: string | null = null
  if (intent.kind === 'change') value = intent.value
  else if (!/^(nobody|no one)$/i.test(intent.name)) {
    const { agents } = await api.agents()
    const lowered = intent.name.toLowerCase()
    const agent =
      agents.find(({ name }) => name.toLowerCase() === lowered) ??
      agents.find(({ name }) => name.toLowerCase().includes(lowered))
    if (!agent) return texts.noSuchAgent(intent.name)
    value = agent.id
  }
  const kind = intent.kind === 'change' ? intent.field : 'assign'
  const proposal = await api.propose(intent.ticket, kind, value, texts.askedFor)
  proposals.push(proposal)
  emit({ type: 'proposal', proposal })
  return texts.proposed({ id: proposal.ticket_id, subject: proposal.ticket_subject })
}

function answer(context: Context, intent: Intent): Promise<string> | string {
  switch (intent.kind) {
    case 'counts':
      return context.api.queue().then(texts.queueText)
    case 'agents':
      return context.api.agents().then(texts.agentsText)
    case 'unassigned':
      return listTickets(
        context,
        { unassigned: true, status: 'open', oldest_first: true, limit: 5 },
        texts.oldestUnassigned,
        texts.noneUnassigned,
      )
    case 'priority':
      return listByPriority(context, intent.priority)
    case 'find':
      return listTickets(
        context,
        { query: intent.text, limit: 10 },
        texts.ticketsAbout(intent.text),
        texts.noneAbout(intent.text),
      )
    case 'summary':
      return summarize(context, intent)
    case 'change':
    case 'assign':
      return propose(context, intent)
    case 'help':
      return texts.ABILITIES
  }
}

/** Answers by keyword rules when no model is configured, and says so. @throws HttpError */
export async function answerByRules(question: string, context: Context): Promise<string> {
  let text: string
  try {
    text = await answer(context, parseIntent(question))
  } catch (error) {
    // Errors such as a missing ticket are an answer.
    if (!(error instanceof HttpError) || error.status === 401 || error.status >= 500) throw error
    text = `${texts.escapeMarkdown(error.message)}.`
  }
  const reply = `${text}\n\n${texts.NOT_CONFIGURED}`
  context.emit({ type: 'delta', text: reply })
  return reply
}
