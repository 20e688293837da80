import { z } from '@helpdesk/supabase'
import { SPECIFIED_LIMITS } from './limits'
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
  /** For staff, in the detail: the desk's. Elsewhere what the ticket was created with. */
  tags: z.nullable(z.array(z.string())),
  metadata: z.unknown(),
  version: z._default(z.number(), 0),
  /** In the words of who closed it; only while it is closed. */
  close_reason: z.optional(z.nullable(z.string())),
})
export type Ticket = z.infer<typeof ticketSchema>

/** A ticket as a change of it answers: the desk's tags are in another table. */
export const changedTicketSchema = z.omit(ticketSchema, { tags: true })
export type ChangedTicket = z.infer<typeof changedTicketSchema>

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
  /** Made up by the sender, so that a repeated send is known for what it is. */
  request_id: z.nullish(z.string()),
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

/** What the customer thought of a solved or closed ticket: 1 to 5, and words. */
export const ratingSchema = z.object({
  score: z.number().check(z.int(), z.gte(1), z.lte(5)),
  comment: z.nullable(z.string()),
  created_at: moment,
  updated_at: moment,
})
export type TicketRating = z.infer<typeof ratingSchema>

/** Somebody who takes part in a ticket; a customer never gets the e-mail of staff. */
const participantSchema = z.object({ id, name: z.string(), email: z.nullish(z.string()) })
export type Participant = z.infer<typeof participantSchema>

/** One line of a ticket's history. The names are filled in where the values are people. */
const ticketEventSchema = z.object({
  id: z.union([id, z.number()]),
  kind: z.string(),
  actor_id: z.nullable(id),
  actor_name: z.nullish(z.string()),
  from_value: z.nullable(z.string()),
  to_value: z.nullable(z.string()),
  from_name: z.nullish(z.string()),
  to_name: z.nullish(z.string()),
  is_internal: z.boolean(),
  created_at: moment,
})
export type TicketEvent = z.infer<typeof ticketEventSchema>

/** What only staff get with a ticket: history and other tickets newest first, and the caller's own drafts. */
const staffDetailSchema = z.object({
  events: z.array(ticketEventSchema),
  other_tickets: z.array(
    z.pick(ticketSchema, {
      id: true,
      subject: true,
      status: true,
      priority: true,
      created_at: true,
      updated_at: true,
    }),
  ),
  drafts: z.nullish(z.object({ comment: z.nullish(z.string()), note: z.nullish(z.string()) })),
})

/** All that a ticket's page shows, as `get_ticket_detail` returns it: comments and files oldest first. */
export const ticketDetailSchema = z.object({
  ticket: ticketSchema,
  comments: z.array(commentRowSchema),
  attachments: z.array(attachmentSchema),
  rating: z.nullable(ratingSchema),
  assignee: z.nullable(participantSchema),
  customer: z.nullable(participantSchema),
  /** The server's clock when it answered. */
  loaded_at: moment,
  /** What the workspace lets a ticket carry. */
  limits: z._default(z.object({ max_files: z.number(), max_file_bytes: z.number() }), SPECIFIED_LIMITS),
  /** The ticket's version then; `ticket.version` grows with what is done on the page. */
  loaded_version: z.optional(z.number()),
  /** null for customers. */
  staff: z.nullable(staffDetailSchema),
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

/** What a list can be sorted by; ties, and rows of the same priority, are newest first. */
export type TicketSort = 'created_at' | 'priority'
