import { z } from '@helpdesk/supabase'
import * as texts from './assistant-texts'

/** Limits of the chat (specification, sections 5 and 9). */
export const CHAT_LIMITS = { input: 1_000, stored: 10_000, messages: 100 } as const

/** Texts of the chat (specification, sections 5 and 8). */
export const CHAT_TEXTS = {
  empty: texts.messageEmpty,
  long: texts.messageTooLong,
  failed: texts.failed,
  unknown: texts.unknown,
} as const

export const chatInputSchema = z.object({
  message: z
    .string()
    .check(z.trim(), z.minLength(1, CHAT_TEXTS.empty), z.maxLength(CHAT_LIMITS.input, CHAT_TEXTS.long)),
})

const PROPOSAL_STATES = ['proposed', 'applied', 'dismissed', 'undone'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]
/** States by the proposal's id. */
export type ProposalStates = Record<string, ProposalState>
export type ProposalDecision = 'apply' | 'dismiss' | 'undo'

export const proposalStateSchema = z.object({ id: z.string(), state: z.enum(PROPOSAL_STATES) })

export const proposalSchema = z.object({
  id: z.string(),
  kind: z.enum(['assign', 'status', 'priority', 'internal_note', 'reply_draft']),
  ticket_id: z.string(),
  ticket_subject: z.string(),
  from_label: z.nullable(z.string()),
  to_label: z.nullable(z.string()),
  reason: z.string(),
})
/** A change suggested by the assistant; the labels are for display. */
export type Proposal = z.infer<typeof proposalSchema>

export const chatMessageSchema = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string().check(z.minLength(1), z.maxLength(CHAT_LIMITS.stored)),
  // Formatting an invalid time throws.
  timestamp: z.string().check(z.refine((time) => !Number.isNaN(Date.parse(time)))),
  proposals: z.optional(z.array(proposalSchema)),
  /** True when the admin stopped the reply. */
  stopped: z.optional(z.boolean()),
})
/** A chat message (specification, section 3); `timestamp` is an ISO time. */
export type ChatMessage = z.infer<typeof chatMessageSchema>

/** Truncates a message to the maximum stored length. */
export const storable = (message: ChatMessage): ChatMessage => ({
  ...message,
  content: message.content.slice(0, CHAT_LIMITS.stored),
})

/** Previous messages as the function expects them: role, content and timestamp. */
export const asHistory = (messages: readonly ChatMessage[]) =>
  messages.slice(-CHAT_LIMITS.messages).map(({ role, content, timestamp }) => ({ role, content, timestamp }))
