export const PROPOSAL_KINDS = ['assign', 'status', 'priority', 'internal_note', 'reply_draft'] as const
export type ProposalKind = (typeof PROPOSAL_KINDS)[number]

/** A change that takes effect only when the admin applies it. */
export interface Proposal {
  id: string
  kind: ProposalKind
  ticket_id: string
  ticket_subject: string
  from_value: string | null
  to_value: string | null
  /** The values for display: names instead of ids. */
  from_label: string | null
  to_label: string | null
  reason: string
}

/** Events of one answer; the last one is `done` or `error`. */
export type AssistantEvent =
  | { type: 'delta'; text: string }
  | { type: 'working'; tool: string }
  | { type: 'proposal'; proposal: Proposal }
  | { type: 'done'; reply: string; proposals: Proposal[] }
  | { type: 'error'; error: string; code: string }

export type Emit = (event: AssistantEvent) => void

/** One event in the format of `text/event-stream`. */
export const formatEvent = ({ type, ...data }: AssistantEvent): string =>
  `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
