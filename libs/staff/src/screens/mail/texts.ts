export const people = 'CC'
export const nobody = 'Nobody'
export const loadFailed = 'CC recipients could not be loaded'
export const add = 'Add'
export const addLabel = 'Email address'
export const addHint = 'Receives every public reply by email.'
export const addressInvalid = 'Please enter a valid email address'
export const alreadyIn = 'This address is already in CC'
export const notAdded = 'Address not added'
export const removeOf = (address: string) => `Remove ${address}`
export const notRemoved = 'Address not removed'
export const left = 'Unsubscribed. To send copies again, remove and add the address.'
export const namedOnly = 'Named in an unverified email. Gets no replies until you add them.'
export const addOf = (address: string) => `Add ${address} to CC`
export const namedNotice = (count: number) =>
  count === 1
    ? '1 person named in an unverified email gets no replies'
    : `${count} people named in an unverified email get no replies`
export const addNamed = 'Add to CC'
export const addLeftOut = (addresses: readonly string[]) =>
  addresses.length === 1 ? `Add ${addresses[0] ?? ''} to CC` : `Add all ${addresses.length} to CC`
export const namedAdded = (count: number) =>
  count === 1 ? '1 person added to CC' : `${count} people added to CC`
export const forward = 'Forward'
export const forwardTitle = 'Forward a message'
export const forwardTo = 'To'
export const message = 'Message'
export const description = (name: string) => `First message by ${name}`
export const messageBy = (name: string, text: string) => `${name}: ${text}`
export const note = 'Message (optional)'
export const forwardHint = 'Attachments are included. Replies arrive under Unmatched email.'
export const send = 'Forward'
export const sending = 'Sending...'
export const forwarded = (address: string) => `Forwarded to ${address}`
export const forwardFailed = 'Message not forwarded'
export const cancel = 'Cancel'
export const copyTo = (count: number) =>
  count === 1 ? 'Also sent to 1 CC recipient' : `Also sent to ${count} CC recipients`
export const allowAgain = 'Send emails again'
export const allowAgainOf = (address: string) => `Send emails to ${address} again`
export const allowedAgain = (address: string) => `Emails to ${address} are sent again`
export const notAllowed = 'No changes made'

export const unmatched = 'Unmatched email'
export const unmatchedSubtitle = 'Emails that could not be added to a ticket'
export const unmatchedFailed = 'Unmatched emails could not be loaded'
export const none = 'No unmatched email'
export const noneText =
  'Emails that match no ticket, or whose sender has no access to the ticket, appear here for review.'
export const subjectless = '(no subject)'
export const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)
export const unverified = 'Sender not verified'
export const forged = 'Sender may be forged'
export const verified = 'Sender verified'
export const suspected = (number: number, subject: string, customer: string) =>
  `Probably about #${number} ${subject}, from ${customer}`
export const chosen = (number: number, subject: string, customer: string) =>
  customer ? `#${number} ${subject}, from ${customer}` : `#${number} ${subject}`
/** Why a mail waits, by the reason that the database gives. */
export const reasons: Partial<Record<string, string>> = {
  authentication_failed: 'The check of the sender’s address failed.',
  ambiguous_reference: 'The email answers one that is in several tickets.',
  automatic: 'The email looks like it was sent by a program, but names a ticket.',
  foreign_ticket: 'The email names a ticket to which its sender may not write.',
  no_sender: 'The email has no valid sender address.',
  own_address: 'The email comes from an address of yours that programs use, such as noreply@.',
  not_filed: 'The email could not be added to a ticket automatically.',
  sender_limit: 'The sender has sent too many emails within an hour.',
  staff_not_authenticated: 'The email names a colleague as its sender, which could not be verified.',
  unconfirmed_account: 'The sender has an account whose address is not confirmed yet.',
  unknown_recipient: 'The email was sent to an address that is not one of yours.',
}
/** Why a mail was not filed, by the reason that the database gives. */
export const notFiledReasons: Partial<Record<string, string>> = {
  authentication_failed: 'A delivery report whose sender could not be verified.',
  abuse_report: 'A complaint of a mail provider: somebody marked one of your emails as spam.',
  automatic: 'An automatic reply, such as an out-of-office note.',
  automatic_limit: 'A program sent more than 20 emails within an hour.',
  blocked: 'The sender is blocked.',
  deactivated: 'The sender’s account is deactivated.',
  own_message: 'The email comes from one of your own addresses.',
  read_receipt: 'A read receipt.',
  same_message: 'A copy of an email that is in the ticket.',
  unknown_bounce: 'A delivery report about an email that was not sent from here.',
  '': 'A delivery report about an email of the ticket.',
}
export const forwardedTo = (address: string) => `Answers a message that was forwarded to ${address}`
export const saidAuthor = (address: string) => `It says that ${address} wrote it, and is added in their name`
export const show = 'Show'
export const waiting = 'Waiting'
export const notFiled = 'Not filed'
export const notFiledText =
  'Automatic replies, copies, delivery reports and refused emails. They are removed after 30 days, except for replies that a ticket shows.'
export const noneNotFiled = 'Every email was filed'
export const otherTicket = 'Other ticket'
export const ticketNumber = 'Ticket number'
export const numberInvalid = 'Enter a ticket number, such as 1042'
export const find = 'Find'
export const showOriginal = 'Show original'
export const block = 'Block sender'
export const blocked = 'Sender blocked, email discarded'
export const oneMail = 'email'
export const manyMails = 'emails'
export const attachTo = (number: number) => `Add to #${number}`
export const addNote = (number: number) => `Add to #${number} as a note`
export const newTicket = 'New ticket'
export const discard = 'Discard'
export const ofMail = (action: string, subject: string, from: string) => `${action}: ${subject}, from ${from}`
export const attached = 'Email added to the ticket'
export const failed = 'Email not processed'
export const discarded = 'Email discarded'
