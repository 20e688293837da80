import { z } from '@helpdesk/supabase'

const person = z.object({ address: z.string(), name: z.string() })

/** A file that was left out. `more` stands for so many without a name. */
const refusedFileSchema = z.object({
  name: z.optional(z.string()),
  reason: z.string(),
  more: z.optional(z.number()),
  /** Added by the mail program, not by the sender, who is not told about it. */
  incidental: z.optional(z.boolean()),
})
export type RefusedFile = z.infer<typeof refusedFileSchema>

/** A file, mail or invitation in a received mail. */
const mailPartSchema = z.object({
  /** Its place among the parts of the mail. */
  index: z.number(),
  name: z.string(),
  size: z.number(),
  kind: z.optional(z.string()),
  /** Subject of a mail, title of an invitation. */
  title: z.optional(z.string()),
  /** Time of an invitation, with its zone. */
  when: z.optional(z.string()),
  where: z.optional(z.string()),
})
export type MailPart = z.infer<typeof mailPartSchema>

/** A received mail of a ticket, as `ticket_mails` returns it: to a customer, only comment, quoted text and mark. */
const receivedMailSchema = z.object({
  /** null for the mail that opened the ticket. */
  comment_id: z.nullable(z.string()),
  quoted: z.string(),
  id: z.optional(z.string()),
  from_address: z.optional(z.string()),
  from_name: z.optional(z.string()),
  /** The receiving host looked, and found nothing that proves the address in From. */
  is_unverified: z.optional(z.boolean()),
  recipients: z.optional(z.object({ to: z.array(person), cc: z.array(person) })),
  has_original: z.optional(z.boolean()),
  refused_files: z.optional(z.array(refusedFileSchema)),
  /** Whether the sender was told about them, or why not; null when there is nothing to tell. */
  files_answer: z.optional(z.nullable(z.string())),
  /** Why the mail to the sender was not sent. */
  files_error: z.optional(z.nullable(z.string())),
  /** What is only in the original, and no file of the ticket. */
  parts: z.optional(z.array(mailPartSchema)),
  /** The ticket that the mail names, and that its sender may not write to: the mail opened a ticket of its own. */
  suspected_ticket: z.optional(z.nullable(z.object({ id: z.string(), number: z.number() }))),
})
export type ReceivedMail = z.infer<typeof receivedMailSchema>

/** An automatic answer that the history of a ticket shows, as `automatic_reply` returns it. */
export const autoReplySchema = z.object({
  id: z.string(),
  from_address: z.string(),
  subject: z.string(),
  content: z.string(),
  has_original: z.boolean(),
})
export type AutoReplyMail = z.infer<typeof autoReplySchema>

/** A mail of the workspace that was not delivered. Its address and the reason of the mail server; for staff. */
const deliveryFailureSchema = z.object({
  id: z.string(),
  /** The message that was mailed; null for mails about the ticket itself. */
  comment_id: z.nullable(z.string()),
  address: z.string(),
  status: z.string(),
  reason: z.string(),
})
export type DeliveryFailure = z.infer<typeof deliveryFailureSchema>

export const ticketMailsSchema = z.object({
  messages: z.array(receivedMailSchema),
  failures: z.optional(z.array(deliveryFailureSchema)),
})
export type TicketMails = z.infer<typeof ticketMailsSchema>

/** A mail as staff look at it: its HTML is free of whatever acts or loads. */
export const shownMailSchema = z.object({
  html: z.string(),
  text: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  files: z.array(mailPartSchema),
  /** How many remote images the HTML names. They are blocked until they are asked for. */
  remote_images: z.optional(z.number()),
})
export type ShownMail = z.infer<typeof shownMailSchema>

const style =
  'body{font:14px/1.5 system-ui,sans-serif;margin:12px;color:#18181b;background:#fff;overflow-wrap:anywhere}' +
  'img{max-width:100%;height:auto}blockquote{margin:0 0 0 8px;padding-left:8px;border-left:2px solid #d4d4d8}'

/** The page of a sandboxed frame. Its own policy loads nothing, whatever the HTML says. */
export const mailPage = (html: string): string =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"><meta name="referrer" content="no-referrer"><style>${style}</style><body>${html}`
