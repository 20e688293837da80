import {
  ABILITIES,
  agentsText,
  count,
  NOT_CONFIGURED,
  plain,
  queueText,
  summaryText,
  ticketLine,
  ticketLink,
} from './builtin-texts.ts'
import type { Desk, Named, Search } from './desk.ts'
import type { Emit, Proposal } from './events.ts'
import { intentOf, type Intent } from './intent.ts'
import { Refusal } from './refusal.ts'
import type { Summary } from './rows.ts'

const ACTIVE = new Set(['open', 'in_progress', 'pending', 'on_hold'])

interface Work {
  desk: Desk
  emit: Emit
  proposals: Proposal[]
  now: number
}

async function list({ desk, now }: Work, search: Search, heading: string, none: string): Promise<string> {
  const rows = await desk.search(search)
  return rows.length === 0 ? none : [heading, '', ...rows.map((row) => ticketLine(row, now))].join('\n')
}

async function ofPriority({ desk, now }: Work, priority: 'urgent' | 'high'): Promise<string> {
  const [figures, rows] = await Promise.all([
    desk.queue(),
    // By priority no status can be left out of the search; of the newest twenty the active ones are shown.
    desk.search({ priority, limit: 20 }),
  ])
  const total = figures.active_by_priority[priority] ?? 0
  if (total === 0) return `No active ticket has the priority ${priority}.`
  const active = rows.filter(({ status }) => ACTIVE.has(status)).slice(0, 10)
  const heading = `**${count(total, 'active ticket')}** ${total === 1 ? 'has' : 'have'} the priority ${priority}.`
  return [heading, '', ...active.map((row) => ticketLine(row, now))].join('\n')
}

async function summary({ desk, now }: Work, { ticket, subject }: { ticket?: string; subject?: string }) {
  let id = ticket
  let others: Named<Summary>[] = []
  if (!id) {
    const found = await desk.search({ query: subject, limit: 4 })
    id = found[0]?.id
    others = found.slice(1)
  }
  const detail = id ? await desk.ticket(id) : null
  if (!detail) return 'I found no such ticket.'
  const more = others.length
    ? ['', 'Also matching:', '', ...others.map((row) => ticketLine(row, now))].join('\n')
    : ''
  return summaryText(detail, now) + more
}

async function propose(
  { desk, emit, proposals }: Work,
  intent: Extract<Intent, { kind: 'change' | 'assign' }>,
) {
  let value: string | null = null
  if (intent.kind === 'change') value = intent.value
  else if (!/^(nobody|no one)$/i.test(intent.name)) {
    const { agents } = await desk.agents()
    const wanted = intent.name.toLowerCase()
    const agent =
      agents.find(({ name }) => name.toLowerCase() === wanted) ??
      agents.find(({ name }) => name.toLowerCase().includes(wanted))
    if (!agent) return `I know no agent named ${plain(intent.name)}.`
    value = agent.id
  }
  const kind = intent.kind === 'change' ? intent.field : 'assign'
  const proposal = await desk.propose(intent.ticket, kind, value, 'You asked for it.')
  proposals.push(proposal)
  emit({ type: 'proposal', proposal })
  return `I propose this for ${ticketLink({ id: proposal.ticket_id, subject: proposal.ticket_subject })}. Nothing changes until you choose Apply.`
}

function answer(work: Work, intent: Intent): Promise<string> | string {
  switch (intent.kind) {
    case 'counts':
      return work.desk.queue().then(queueText)
    case 'agents':
      return work.desk.agents().then(agentsText)
    case 'unassigned':
      return list(
        work,
        { unassigned: true, status: 'open', oldest_first: true, limit: 5 },
        'The oldest unassigned tickets:',
        'No open ticket is unassigned.',
      )
    case 'priority':
      return ofPriority(work, intent.priority)
    case 'find':
      return list(
        work,
        { query: intent.text, limit: 10 },
        `Tickets about “${plain(intent.text)}”, newest first:`,
        `I found no ticket about “${plain(intent.text)}”.`,
      )
    case 'summary':
      return summary(work, intent)
    case 'change':
    case 'assign':
      return propose(work, intent)
    case 'help':
      return ABILITIES
  }
}

/** Answers by rules what the tools can tell, where no model is configured, and says so. @throws Refusal */
export async function answerByRules(question: string, work: Work): Promise<string> {
  let text: string
  try {
    text = await answer(work, intentOf(question))
  } catch (error) {
    // Such as a ticket that is gone: an answer as well.
    if (!(error instanceof Refusal) || error.status === 401 || error.status >= 500) throw error
    text = `${plain(error.message)}.`
  }
  const reply = `${text}\n\n${NOT_CONFIGURED}`
  work.emit({ type: 'delta', text: reply })
  return reply
}
