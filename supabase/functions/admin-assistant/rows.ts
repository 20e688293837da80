import { z } from 'zod'
import { PROPOSAL_KINDS } from './events.ts'

export const STATUSES = ['open', 'in_progress', 'pending', 'on_hold', 'solved', 'closed'] as const
export const PRIORITIES = ['low', 'normal', 'medium', 'high', 'urgent'] as const

/** What the assistant reads of a row of a ticket. */
export const summarySchema = z.object({
  id: z.string(),
  subject: z.string(),
  status: z.string(),
  priority: z.string(),
  assigned_to: z.string().nullable(),
  customer_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Summary = z.output<typeof summarySchema>

export const detailSchema = z.object({
  ticket: summarySchema.extend({ description: z.string(), tags: z.array(z.string()).nullable() }),
  comments: z.array(
    z.object({
      author_name: z.string().nullish(),
      author_role: z.string().nullish(),
      content: z.string(),
      is_internal: z.boolean(),
      created_at: z.string(),
    }),
  ),
  assignee: z.object({ name: z.string() }).nullable(),
  customer: z.object({ name: z.string() }).nullable(),
  rating: z.object({ score: z.number() }).nullable(),
})
export type Detail = z.output<typeof detailSchema>

const counts = z.record(z.string(), z.number())
export const queueSchema = z.object({
  active: z.number(),
  by_status: counts,
  active_by_priority: counts,
  // an older database counts them as active
  snoozed: z.number().default(0),
  unassigned: z.number(),
  solved: z.number(),
  closed: z.number(),
})
export type QueueFigures = z.output<typeof queueSchema>

export const dashboardSchema = z.object({
  total_users: z.number(),
  response_minutes: z.number().nullable(),
  resolution_rate: z.number().nullable(),
  agents: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: z.string(),
      assigned: z.number(),
      resolved: z.number(),
      response_minutes: z.number().nullable(),
      satisfaction_rate: z.number().nullable(),
    }),
  ),
})
export type Dashboard = z.output<typeof dashboardSchema>

export const proposalRowSchema = z.object({
  id: z.string(),
  kind: z.enum(PROPOSAL_KINDS),
  ticket_id: z.string(),
  from_value: z.string().nullable(),
  to_value: z.string().nullable(),
  reason: z.string(),
})
