import { toRecord, toText } from '../_shared/json.ts'

/** A public message of a ticket. */
export interface Message {
  author: string
  /** Empty for staff. */
  address: string
  /** ISO time */
  at: string
  /** Markdown */
  text: string
  /** It came by mail, and its sender was checked and not verified. */
  isUnverified?: boolean
}

/** A file in the bucket `ticket-attachments`. */
export interface StoredFile {
  name: string
  type: string
  size: number
  path: string
}

/** A file that was left out. */
export interface RefusedFile {
  /** Empty when the recipient may not have written it, and with `more`. */
  name: string
  reason: string
  /** Stands for so many files without a name; 0 for one file. */
  more: number
}

export interface FileLimits {
  maxFiles: number
  /** Of each file. */
  maxBytes: number
  /** Without a dot. */
  extensions: string[]
}

export interface Address {
  name: string
  address: string
}

export interface Workspace {
  name: string
  accent: string
  /** A data URL of an image. */
  logo: string
  signature: string
}

/** A row of `take_mails`. Texts that do not apply are empty. */
export interface Notification {
  id: string
  kind: string
  recipientId: string
  recipientEmail: string
  recipientName: string
  ticketId: string
  ticketNumber: number
  ticketSubject: string
  actorName: string
  /** The whole text of a message, or the new status of a status change. */
  message: string
  /** The status that the author of a reply set with it. */
  newStatus: string
  /** Words of the agent who forwards a message. */
  note: string
  /** Author and time of the message. */
  author: string
  writtenAt: string
  /** The message is by staff. */
  isFromStaff: boolean
  /** Of the message's author, or of the person who did something, when that is not staff. */
  authorAddress: string
  /** They are the ticket's requester; others are in copy. */
  isFromRequester: boolean
  /** The recipient is known to have written the mail that this one answers automatically. */
  isProven: boolean
  /** The recipient gets the mail as an agent or admin. */
  isStaff: boolean
  /** About a message that came by mail: its sender was checked and not verified. */
  isUnverified: boolean
  /** The recipient was entered by staff and has set no password yet. */
  needsPassword: boolean
  /** Of the header that ends this kind of mail; empty for messages of the recipient's own conversation. */
  unsubscribeToken: string
  /** Of the link in the text, which answers quote; empty when there is none. */
  stopToken: string
  /** Of the links by which the requester rates a solved ticket; empty when there are none. */
  ratingToken: string
  /** Message-IDs without angle brackets; references are oldest first. */
  messageId: string
  inReplyTo: string
  /** Returned by genuine delivery reports; empty for mails without a ticket. */
  reportCode: string
  references: string[]
  /** The ticket's address for answers, empty when the workspace reads no mail. */
  replyTo: string
  noteAddress: string
  /** Who else gets the message. */
  copies: Address[]
  /** The tickets that a hand-over is about, by number; empty for mails about one. */
  tickets: { id: string; number: number; subject: string }[]
  /** Earlier messages, newest first. */
  history: Message[]
  files: StoredFile[]
  /** Names of files of the message that its author has not uploaded yet. */
  missingFiles: string[]
  /** Files that the recipient's mails left out. */
  refusedFiles: RefusedFile[]
  fileLimits: FileLimits
  /** The recipient of an automatic answer can read the ticket in the portal. */
  hasTicketPage: boolean
  workspace: Workspace
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(toText).filter(Boolean) : [])
const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(toRecord) : [])

/** Parses a row of `take_mails`. */
export function parseNotification(value: unknown): Notification {
  const row = toRecord(value)
  const workspace = toRecord(row.workspace)
  const limits = toRecord(row.file_limits)
  return {
    id: toText(row.id),
    kind: toText(row.kind),
    recipientId: toText(row.recipient_id),
    recipientEmail: toText(row.recipient_email),
    recipientName: toText(row.recipient_name),
    ticketId: toText(row.ticket_id),
    ticketNumber: Number(row.ticket_number),
    ticketSubject: toText(row.ticket_subject),
    actorName: toText(row.actor_name),
    message: toText(row.message),
    newStatus: toText(row.new_status),
    note: toText(row.note),
    author: toText(row.author),
    writtenAt: toText(row.written_at),
    isFromStaff: row.is_from_staff === true,
    authorAddress: toText(row.author_address),
    isFromRequester: row.is_from_requester === true,
    isProven: row.is_proven === true,
    isStaff: row.is_staff === true,
    isUnverified: row.is_unverified === true,
    needsPassword: row.needs_password === true,
    unsubscribeToken: toText(row.unsubscribe_token),
    stopToken: toText(row.stop_token),
    ratingToken: toText(row.rating_token),
    messageId: toText(row.message_id),
    inReplyTo: toText(row.in_reply_to),
    reportCode: toText(row.report_code),
    references: texts(row.references),
    replyTo: toText(row.reply_to),
    noteAddress: toText(row.note_address),
    copies: list(row.copies).map((copy) => ({ name: toText(copy.name), address: toText(copy.address) })),
    tickets: list(row.tickets).map((ticket) => ({
      id: toText(ticket.id),
      number: Number(ticket.number),
      subject: toText(ticket.subject),
    })),
    history: list(row.history).map((each) => ({
      author: toText(each.author),
      address: toText(each.address),
      at: toText(each.at),
      text: toText(each.text),
      isUnverified: each.is_unverified === true,
    })),
    files: list(row.files).map((file) => ({
      name: toText(file.name),
      type: toText(file.type),
      size: Number(file.size),
      path: toText(file.path),
    })),
    missingFiles: texts(row.missing_files),
    refusedFiles: list(row.refused_files).map(({ name, reason, more }) => ({
      ...{ name: toText(name), reason: toText(reason), more: Number(more ?? 0) },
    })),
    fileLimits: {
      maxFiles: Number(limits.max_files ?? 0),
      maxBytes: Number(limits.max_file_bytes ?? 0),
      extensions: texts(limits.extensions),
    },
    hasTicketPage: row.has_ticket_page === true,
    workspace: {
      name: toText(workspace.name),
      accent: toText(workspace.accent_color),
      logo: toText(workspace.logo),
      signature: toText(workspace.signature),
    },
  }
}
