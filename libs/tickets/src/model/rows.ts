import * as z from 'zod/mini'
import { TICKET_PRIORITIES } from './priorities'
import { TICKET_STATUSES } from './statuses'

const moment = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'not a moment'))
const id = z.string().check(z.minLength(1))

/** A ticket as the data API returns it. */
export const ticketSchema = z.object({
  id,
  subject: z.string(),
  description: z.string(),
  status: z.enum(TICKET_STATUSES),
  priority: z.enum(TICKET_PRIORITIES),
  created_by: z.nullable(id),
  customer_id: z.nullable(id),
  assigned_to: z.nullable(id),
  created_at: moment,
  updated_at: moment,
  closed_at: z.nullable(moment),
  tags: z.nullable(z.array(z.string())),
  metadata: z.unknown(),
  version: z._default(z.number(), 0),
})
export type Ticket = z.infer<typeof ticketSchema>

/** A ticket as a list shows it: without the long texts. */
export const ticketSummarySchema = z.omit(ticketSchema, { description: true, tags: true, metadata: true })
export type TicketSummary = z.infer<typeof ticketSummarySchema>

/** One message under a ticket; the author's name and role ride along, customers cannot read profiles. */
export const commentRowSchema = z.object({
  id,
  ticket_id: id,
  user_id: z.nullable(id),
  content: z.string(),
  is_internal: z.boolean(),
  author_name: z.nullish(z.string()),
  author_role: z.nullish(z.string()),
  created_at: moment,
  updated_at: moment,
})
export type TicketComment = z.infer<typeof commentRowSchema>

/** The record of one stored file. */
export const attachmentSchema = z.object({
  id,
  ticket_id: id,
  comment_id: z.nullable(id),
  file_name: z.string(),
  file_type: z.string(),
  file_size: z.number(),
  storage_path: z.string(),
  uploaded_by: z.nullable(id),
  created_at: moment,
})
export type Attachment = z.infer<typeof attachmentSchema>

/** A ticket with all that its page shows. */
export const ticketDetailSchema = z.extend(ticketSchema, {
  comments: z.array(commentRowSchema),
  attachments: z.array(attachmentSchema),
})
export type TicketDetail = z.infer<typeof ticketDetailSchema>

/** The agent's own figures: minutes for the response time, 0 to 1 for satisfaction. */
export const agentStatsSchema = z.object({
  assigned_tickets: z.number(),
  resolved_today: z.number(),
  average_response_time: z.nullable(z.number()),
  satisfaction_rate: z.nullable(z.number()),
})
export type AgentStats = z.infer<typeof agentStatsSchema>

/** What the customer's first screen shows; the average is in minutes, null before there is a first reply. */
export const customerDashboardSchema = z.object({
  open_tickets: z.number(),
  recent_activity: z.number(),
  average_response_minutes: z.nullable(z.number()),
  recent_tickets: z.array(
    z.pick(ticketSchema, {
      id: true,
      subject: true,
      status: true,
      priority: true,
      created_at: true,
      updated_at: true,
    }),
  ),
})
export type CustomerDashboard = z.infer<typeof customerDashboardSchema>
