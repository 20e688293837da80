// The words of mails about tickets. A function gets what a sentence names, and returns the whole sentence.

/** Of times; the time zone of the reader is unknown. */
export const timeLocale = 'en-GB'

export const statusLabels: Record<string, string> = {
  open: 'Open',
  in_progress: 'In Progress',
  pending: 'Pending',
  on_hold: 'On Hold',
  solved: 'Solved',
  closed: 'Closed',
}

// Names
export const somebody = 'Somebody'
export const inCopy = (person: string) => `${person}, who is in copy,`
export const staffSender = (person: string, workspace: string) => `${person} (${workspace})`
export const otherSender = (address: string, workspace: string) => `${address} via ${workspace}`

// What happened
export const replied = (actor: string, status: string) =>
  status ? `${actor} replied to your ticket and set it to ${status}.` : `${actor} replied to your ticket.`
export const repliedInCopy = (actor: string) => `${actor} replied to a ticket you are copied on.`
/** Begins with what the author is: a name may be anything. */
export const guestWrote = (author: string, isFromRequester: boolean, isYours: boolean) =>
  `${isFromRequester ? 'The requester' : 'A person in copy'} wrote on ${isYours ? 'your ticket' : 'a ticket you are copied on'}: ${author}.`
/** @param author - empty when unknown */
export const forwarded = (actor: string, author: string) =>
  `${actor} forwarded you a message from ${author || 'a customer'}.`
export const opened = (actor: string) => `${actor} opened a ticket for you.`
export const received = (ticketNumber: number) =>
  `We received your message. Your ticket number is #${ticketNumber}. We will reply to this conversation.`
export const refused = 'Your message was not delivered, because your account here is not active.'
export const filesRefused = (ticketNumber: number) =>
  `Some files that you sent by email were not attached to ticket #${ticketNumber}. Your message itself was received.`
export const commented = (actor: string) => `${actor} commented on a ticket assigned to you.`
export const reopened = (actor: string, hasReplied: boolean) =>
  hasReplied
    ? `${actor} replied and reopened a ticket assigned to you.`
    : `${actor} reopened a ticket assigned to you.`
export const woken = 'A ticket assigned to you is no longer snoozed.'
export const replyHeld =
  'Your reply was not sent at its time: the ticket changed before. Open the ticket to send, change or cancel it.'
export const takenOver = (actor: string) => `${actor} took over a ticket that was assigned to you.`
export const mentioned = (actor: string) => `${actor} mentioned you in an internal note.`
export const openedNew = (actor: string) => `${actor} opened a new ticket.`
export const followed = (actor: string, hasReplied: boolean) =>
  `${actor} ${hasReplied ? 'replied to' : 'updated'} a ticket you follow.`
export const assigned = (actor: string) => `${actor} assigned a ticket to you.`
export const assignedMany = (actor: string) => `${actor} assigned these tickets to you.`
export const takenOverMany = (actor: string) =>
  `${actor} reassigned these tickets, which were assigned to you.`
export const statusSet = (actor: string, status: string) =>
  `${actor} set the status of your ticket to ${status}.`
export const changed = (actor: string) => `${actor} changed your ticket.`

/** What somebody no longer gets, by the choice of the settings, or `copy`. */
const stopped: Record<string, string> = {
  copy: 'You no longer get copies of this ticket',
  reply: 'You no longer get emails about replies to tickets assigned to you',
  status: 'You no longer get emails about the status of your tickets',
  assigned: 'You no longer get emails about assignments',
  mention: 'You no longer get emails when a colleague mentions you',
  unassigned: 'You no longer get emails about new tickets',
  followed: 'You no longer get emails about tickets you follow',
  woken: 'You no longer get emails when a ticket is no longer snoozed',
}
export const mailsStopped = (choice: string) =>
  `${stopped[choice] ?? 'You no longer get emails of this kind'}: someone used the link in one of our emails to you. If it was you, there is nothing to do. If not, use the link below to get them again.`

// Subjects and headings
export const ticket = (ticketNumber: number) => `Ticket #${ticketNumber}`
const tickets = (count: number) => `${count} ${count === 1 ? 'ticket' : 'tickets'}`
export const assignedManySubject = (count: number) => `${tickets(count)} assigned to you`
export const takenOverManySubject = (count: number) => `${tickets(count)} of yours reassigned`
/** Behind a list of tickets. */
export const moreTickets = (count: number) => `and ${count} more`
export const answerTo = (subject: string) => `Re: ${subject}`
export const receivedSubject = 'We received your message'
export const filesRefusedSubject = 'Some files were not attached'
export const refusedSubject = 'Your message was not delivered'
export const refusedHeading = 'Message not delivered'

// Around the message
export const senderUnverified = 'The message came by email, and its sender is not verified.'
export const notUploaded = (names: string) => `Not uploaded yet: ${names}`
/** Behind the name of a file that is a link. */
export const linkLasts = '(for 7 days)'
export const link = (label: string, url: string) => `${label}: ${url}`

// What the reader can do
export const openTicket = 'Open the ticket'
export const openTickets = 'Open your tickets'
export const startAgain = 'Get these emails again'
export const stopCopies = 'Stop copies of this ticket'
export const unsubscribe = 'Unsubscribe from these emails'
export const noPassword = 'You have no password for our portal yet.'
export const setPassword = 'Set a password'
export const howDidWeDo = 'How did we do?'
export const good = 'Good'
export const bad = 'Bad'

// The end of the mail
export const replyAdds = 'Reply to this email to add to the ticket.'
export const replyReopens = 'Reply to this email to reopen the ticket.'
export const commentReopens = 'Add a comment to the ticket to reopen it.'
export const repliesAreNotes = (address: string) => `Replies to ${address} become internal notes.`
export const chooseMails = 'You can choose which emails you receive in your settings.'
export const notMonitored = 'Replies to this email are not monitored.'

// Above an earlier message, in the form that mail programs fold
export const unverified = (author: string) => `${author} (sender not verified)`
export const wrote = (author: string) => `${author} wrote:`
/** @param time - in UTC */
export const wroteAt = (author: string, time: string) => `On ${time} UTC, ${author} wrote:`

/** Admins read it as the error of the mail server. */
export const serverSilent = 'The mail server has not answered for a minute'
