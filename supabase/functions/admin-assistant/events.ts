export type ProposalKind = 'assign' | 'status' | 'priority' | 'internal_note' | 'reply_draft'
export const PROPOSAL_KINDS = ['assign', 'status', 'priority', 'internal_note', 'reply_draft'] as const

/** A change that the admin may apply; until then nothing has been done. */
export interface Proposal {
  id: string
  kind: ProposalKind
  ticket_id: string
  ticket_subject: string
  from_value: string | null
  to_value: string | null
  /** The values as people read them: names instead of ids. */
  from_label: string | null
  to_label: string | null
  reason: string
}

/** What happens while a question is answered. `done` or `error` comes last, once. */
export type AssistantEvent =
  | { type: 'delta'; text: string }
  | { type: 'working'; tool: string }
  | { type: 'proposal'; proposal: Proposal }
  | { type: 'done'; reply: string; proposals: Proposal[] }
  | { type: 'error'; error: string; code: string }

export type Emit = (event: AssistantEvent) => void

/** One event as a browser's reader of `text/event-stream` takes it. */
export const toServerSent = ({ type, ...data }: AssistantEvent): string =>
  `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
