import { z } from '@helpdesk/supabase'
import { SPECIFIED_LIMITS } from './limits'
import { TICKET_PRIORITIES } from './priorities'
import { TICKET_STATUSES } from './statuses'

const timestamp = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'not a timestamp'))
const id = z.string().check(z.minLength(1))
const maybeText = z.nullish(z.string())

/**
 * A row of a ticket (`public.ticket_row`), as lists, searches, the ticket screen and the live feed have it. Unknown fields of
 * a newer server are dropped; a field that an older one may lack is optional.
 */
export const ticketRowSchema = z.object({
  id,
  /** Short number, shown as #1042. */
  number: z.optional(z.number()),
  subject: z.string(),
  status: z.enum(TICKET_STATUSES),
  priority: z.enum(TICKET_PRIORITIES),
  version: z._default(z.number(), 0),
  created_by: z.nullable(id),
  customer_id: z.nullable(id),
  assigned_to: z.nullable(id),
  created_at: timestamp,
  updated_at: timestamp,
  closed_at: z.nullable(timestamp),
  /** Time of the requester's oldest unanswered message. */
  waiting_since: maybeText,
  /** Until then staff do not want to see it, see `model/ticket-fields`; null for customers. */
  snoozed_until: maybeText,
  // Customers do not receive the e-mail of staff.
  creator_name: maybeText,
  creator_email: maybeText,
  assignee_name: maybeText,
  assignee_email: maybeText,
  requester_name: maybeText,
  requester_email: maybeText,
  /** The tags set by staff; null for customers. */
  desk_tags: z.nullish(z.array(z.string())),
  /** Of the last public message: the last public comment, else the description. */
  last_message_at: maybeText,
  /** Its first words, on one line. */
  last_message_preview: maybeText,
  last_message_name: maybeText,
  last_message_from: z.nullish(z.enum(['requester', 'staff', 'other'])),
  /** It came by a mail of which nothing proves who sent it. */
  last_message_unverified: z.nullish(z.boolean()),
  /** True when somebody else wrote since the reader opened the ticket. */
  unread: z.nullish(z.boolean()),
})
export type TicketSummary = z.infer<typeof ticketRowSchema>

/** A ticket with what only its screen shows. */
export const ticketSchema = z.object({
  ...ticketRowSchema.shape,
  description: z.string(),
  /** In the detail for staff, the tags set by staff; elsewhere those the ticket was created with. */
  tags: z.nullable(z.array(z.string())),
  metadata: z.unknown(),
  /** Set only while the ticket is closed. */
  close_reason: maybeText,
  /** How the ticket was created: by the requester, by staff for them, or by mail. */
  source: z.optional(z.enum(['portal', 'staff', 'mail'])),
})
export type Ticket = z.infer<typeof ticketSchema>

/** A ticket as an update returns it, without tags: those of staff are in another table. */
export const changedTicketSchema = z.omit(ticketSchema, { tags: true })
export type ChangedTicket = z.infer<typeof changedTicketSchema>

/** A comment. It includes the author's name and role, because customers cannot read profiles. */
export const commentRowSchema = z.object({
  id,
  ticket_id: id,
  user_id: z.nullable(id),
  content: z.string(),
  is_internal: z.boolean(),
  author_name: z.nullish(z.string()),
  author_role: z.nullish(z.string()),
  /** `mail` for a message from a mail program. */
  source: maybeText,
  created_at: timestamp,
  updated_at: timestamp,
  /** Chosen by the sender, so that the server recognizes a repeated send. */
  request_id: z.nullish(z.string()),
  /** The number of the merged ticket on which it was written; absent on the ticket of the page. */
  ticket_number: z.optional(z.number()),
  /** When a reply of staff is to be sent, which customers do not receive before; null for what is sent. */
  send_at: z.nullish(timestamp),
})
export type TicketComment = z.infer<typeof commentRowSchema>

/** The record of a stored file. */
export const attachmentSchema = z.object({
  id,
  ticket_id: id,
  comment_id: z.nullable(id),
  file_name: z.string(),
  file_type: z.string(),
  file_size: z.number(),
  storage_path: z.string(),
  uploaded_by: z.nullable(id),
  created_at: timestamp,
  /** A mail brought it of which nothing proves who sent it. */
  is_unproven: z.optional(z.boolean()),
})
export type Attachment = z.infer<typeof attachmentSchema>

/** A file that the author of a message announced and has not uploaded yet; `comment_id` is null for the ticket itself. */
const missingFileSchema = z.object({ request_id: id, comment_id: z.nullable(id), name: z.string() })
export type MissingFile = z.infer<typeof missingFileSchema>

/** The requester's rating of a solved or closed ticket. */
export const ratingSchema = z.object({
  score: z.number().check(z.int(), z.gte(1), z.lte(5)),
  comment: z.nullable(z.string()),
  created_at: timestamp,
  updated_at: timestamp,
})
export type TicketRating = z.infer<typeof ratingSchema>

/** A requester or assignee. Customers do not receive the e-mail of staff. */
const participantSchema = z.object({ id, name: z.string(), email: z.nullish(z.string()) })
export type Participant = z.infer<typeof participantSchema>

/** An event in a ticket's history. `from_name` and `to_name` are set when the values are user ids. */
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
  /** Taken back by its actor. Not from older servers, nor in what customers read. */
  undone: z.optional(z.boolean()),
  created_at: timestamp,
})
export type TicketEvent = z.infer<typeof ticketEventSchema>

/** A member of staff mentioned in a note: `written` is the mention in its text, `name` the present name. */
const mentionSchema = z.object({ comment_id: id, person_id: id, name: z.string(), written: z.string() })
export type Mention = z.infer<typeof mentionSchema>

/** The device that writes a draft, and its files with their devices. */
const draftPlaceSchema = z.object({
  device: z.nullish(z.string()),
  files: z._default(z.array(z.object({ name: z.string(), device: z.nullish(z.string()) })), []),
})

/** What belongs to a reply that is not sent yet. */
const waitingReplySchema = z.object({
  comment_id: id,
  /** False for the seconds of an undo. */
  is_scheduled: z.boolean(),
  /** Why it was not sent at its time and waits for its author instead. */
  held_for: maybeText,
  /** Changed together with it. */
  new_status: z.nullish(z.enum(TICKET_STATUSES)),
  new_priority: z.nullish(z.enum(TICKET_PRIORITIES)),
  add_tags: z.nullish(z.array(z.string())),
})
export type WaitingReply = z.infer<typeof waitingReplySchema>

/** A linked ticket; `relation` is what it is to the ticket of the page, such as its `problem`. */
const linkedTicketSchema = z.object({
  relation: z.string(),
  id,
  number: z.number(),
  subject: z.string(),
  status: z.enum(TICKET_STATUSES),
  requester_name: maybeText,
  assignee_name: maybeText,
})
export type LinkedTicket = z.infer<typeof linkedTicketSchema>

/** The tickets linked with one: all kinds, but of the incidents only the first. The counts are of all incidents. */
export const linkedTicketsSchema = z.object({
  tickets: z.array(linkedTicketSchema),
  incidents: z.number(),
  open_incidents: z.number(),
})
export type LinkedTickets = z.infer<typeof linkedTicketsSchema>

/** Details for staff: history and the requester's other tickets, both newest first, and the caller's drafts. */
const staffDetailSchema = z.object({
  events: z.array(ticketEventSchema),
  other_tickets: z.array(
    z.pick(ticketSchema, {
      id: true,
      number: true,
      subject: true,
      status: true,
      priority: true,
      created_at: true,
      updated_at: true,
    }),
  ),
  drafts: z.nullish(
    z.object({
      comment: z.nullish(z.string()),
      note: z.nullish(z.string()),
      /** Who writes them, and where their files are. */
      places: z.nullish(
        z.object({ comment: z.optional(draftPlaceSchema), note: z.optional(draftPlaceSchema) }),
      ),
    }),
  ),
  /** Since when the assignee is away; null when available. */
  assignee_away_since: z.nullish(timestamp),
  /** Staff who are notified of what happens in the ticket. */
  followers: z.optional(z.array(z.object({ id, name: z.string() }))),
  mentions: z.optional(z.array(mentionSchema)),
  /** Until when the caller has read the ticket. */
  last_read_at: z.nullish(timestamp),
  agents_update: z.optional(z.enum(['own', 'all'])),
  waiting_replies: z.optional(z.array(waitingReplySchema)),
  links: z.optional(linkedTicketsSchema),
  /** How long replies wait before they are sent; absent on a server that sends at once. */
  undo_send_seconds: z.optional(z.number()),
})

/** A ticket that was merged into the one of the page. Customers get their own only. */
const mergedTicketSchema = z.object({
  id,
  number: z.number(),
  subject: z.string(),
  description: z.string(),
  created_at: timestamp,
  created_by: z.nullable(id),
  creator_name: maybeText,
  source: z.nullish(z.string()),
  customer_id: z.nullable(id),
  requester_name: maybeText,
  requester_email: maybeText,
})
export type MergedTicket = z.infer<typeof mergedTicketSchema>

/** The result of `get_ticket_detail`; comments and attachments are oldest first. */
export const ticketDetailSchema = z.object({
  ticket: ticketSchema,
  comments: z.array(commentRowSchema),
  attachments: z.array(attachmentSchema),
  missing_files: z.optional(z.array(missingFileSchema)),
  /** The merged ticket that was asked for, when this is the one that shows it. */
  merged_from: z.nullish(z.object({ id, number: z.number() })),
  merged: z.optional(z.array(mergedTicketSchema)),
  /** Of a ticket that was closed long ago: where it goes on, and whether the requester's next comment opens another ticket. */
  follow_up: z.nullish(
    z.object({ continued_in: z.nullable(z.object({ id, number: z.number() })), opens: z.boolean() }),
  ),
  rating: z.nullable(ratingSchema),
  assignee: z.nullable(participantSchema),
  customer: z.nullable(participantSchema),
  /** The server's time when it read the ticket. */
  loaded_at: timestamp,
  /** The workspace's limits for files. */
  limits: z._default(
    z.object({
      max_files: z.number(),
      max_file_bytes: z.number(),
      file_types: z.optional(z.array(z.string())),
    }),
    SPECIFIED_LIMITS,
  ),
  /** The ticket's version when it was read; `ticket.version` also counts changes made on the page. */
  loaded_version: z.optional(z.number()),
  /** For customers: the public history, newest first. That of staff is in {@link staff}. */
  events: z.nullish(z.array(ticketEventSchema)),
  /** For customers: until when they have read the ticket. */
  last_read_at: z.nullish(timestamp),
  /** null for customers. */
  staff: z.nullable(staffDetailSchema),
})
export type TicketDetail = z.infer<typeof ticketDetailSchema>
