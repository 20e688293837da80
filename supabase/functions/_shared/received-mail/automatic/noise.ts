import { lowerAscii } from '../ascii.ts'
import { awayUntil, opensWithAbsence, speaksOfAbsence } from './noise-away.ts'
import { automaticSubject, isProgramSubject } from './noise-subjects.ts'

/** What a program answers by itself: a note of an absence or of receipt, a read receipt, or a complaint about a mail as spam. */
export type AutomaticResponse = 'auto_reply' | 'read_receipt' | 'abuse_report'

export interface Noise {
  /** Written by a program. */
  isAutomatic: boolean
  /** An automatic answer to another mail: never a ticket, never a comment; null for any other mail. */
  response: AutomaticResponse | null
  /** Its author says that they are away. */
  isAway: boolean
  /** Until when, as they say: `2026-12-07`. */
  awayUntil: string | null
  /** Gets no automatic answer, whoever wrote it: people's mails through lists and from Exchange say so too. */
  neverAnswer: boolean
}

interface Source {
  /** All values of a header by its lower-case name. */
  values: (name: string) => readonly string[]
  subject: string
  /** The author's address. */
  from: string
  text: string
  /** The envelope's sender: empty for reports and answers of programs; undefined when unknown. */
  sender: string | undefined
  /** MIME types of the parts. */
  types: readonly string[]
  /** When it was written, in milliseconds. */
  sent: number
}

const MAX_HEADER = 2_000
const listHeaders = ['list-id', 'list-unsubscribe', 'list-post', 'list-help', 'feedback-id', 'x-loop']
/** Headers that say of a mail that a program answers with it, unless their value is `no`. */
const responders = [
  ...[
    'x-autoreply',
    'x-autorespond',
    'x-auto-reply',
    'x-autoresponse',
    'x-auto-response',
    'x-autoresponder',
    'x-mail-autoreply',
  ],
  ...[
    'x-autoreply-from',
    'x-autorespond-to',
    'x-apple-action',
    'x-vacation',
    'x-vacation-reply',
    'x-out-of-office',
    'x-oof',
    'x-fc-machinegenerated',
  ],
]
const forwarded = /^\s*(?:fwd?|wg|tr|i|rv|enc|vs|vl|doorst|vb|pd|转发|轉寄)\s?:/i
const noReplyAddress =
  /^(?:no-?_?\.?reply|do-?_?\.?not-?_?\.?reply|no-?_?responder|noresponda|ne-?pas-?repondre|keine-?antwort|nicht-?antworten|non-?rispondere|nao-?responda|niet-?beantwoorden|nepasrepondre|autoreply|auto-?reply|autoresponder|vacation)(?:[+.@_-]|$)/
const hostComplaint =
  /^complaint about message from (?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7})\s*$/i
const daemonAddress = /^(?:mailer-?daemon|postmaster)(?:[+.@-]|$)/

/** Which program wrote a mail of the type `multipart/report`. */
function reportOf(
  contentType: string,
  types: readonly string[],
  subject: string,
): AutomaticResponse | undefined {
  // Hotmail's, which are no such report, name a host by its number: people complain about messages of days.
  if (types.includes('message/rfc822') && hostComplaint.test(subject)) return 'abuse_report'
  if (!/^\s*multipart\/report\b/i.test(contentType)) return undefined
  const type = /report-type\s*=\s*"?([a-z-]{1,40})/i.exec(contentType)?.[1]?.toLowerCase()
  if (type === 'disposition-notification' || types.includes('message/disposition-notification'))
    return 'read_receipt'
  return type === 'feedback-report' || types.includes('message/feedback-report') ? 'abuse_report' : undefined
}

/**
 * Recognises mails of programs: first by what no language changes (RFC 3834, 3798, 5965 and the headers that vendors use in their
 * place), then by subjects.
 *
 * Exchange writes `X-Auto-Response-Suppress`, senders of mail `Feedback-ID` and `List-Unsubscribe` into people's mails, and a
 * workspace behind a mailing list gets everything with `List-Id`: these forbid an automatic answer and say nothing about the author.
 */
export function readNoise({ values, subject, from, text, sender, types, sent }: Source): Noise {
  const all = (name: string) =>
    values(name)
      .slice(0, 20)
      .map((value) => value.trim().slice(0, MAX_HEADER))
  const header = (name: string) => all(name)[0] ?? ''
  const has = (name: string, form: RegExp) => all(name).some((value) => form.test(value))

  const submitted =
    header('auto-submitted')
      .toLowerCase()
      .split(/[\s;(,]/)[0] ?? ''
  const isSubmitted = submitted !== '' && submitted !== 'no'
  const isAnswer = ['in-reply-to', 'references'].some((name) => header(name) !== '') || /\[#\d/.test(subject)
  const isNull = sender === '' || header('return-path') === '<>'
  const isForward = forwarded.test(subject)
  const isBulk = has('precedence', /^(?:bulk|junk)\b/i)

  const report = reportOf(header('content-type'), types, subject)
  const author = lowerAscii(from)
  const readers = lowerAscii([...all('to'), ...all('cc')].join(' '))
  const isAuthors = (mailbox: string) =>
    mailbox !== '' &&
    (mailbox === author || mailbox === lowerAscii(sender ?? '')) &&
    !readers.includes(mailbox)
  const saysSo =
    submitted === 'auto-replied' ||
    responders.some((name) => all(name).some((value) => value !== '' && !/^(?:no|false|0)$/i.test(value))) ||
    header('x-failed-recipients') !== '' ||
    has('x-auto-submitted', /^auto-replied\b/i) ||
    ['precedence', 'x-precedence', 'preference'].some((name) => has(name, /auto[_-]?reply/i)) ||
    has('x-autogenerated', /^(?:auto-?)?reply\b/i) ||
    has('x-post-messageclass', /autorespond/i) ||
    has('delivered-to', /^<?auto-?(?:responder|reply)\b/i) ||
    has('x-ms-exchange-generated-message-source', /out.?of.?office/i) ||
    // Of the author's own mailbox: a rule of the workspace's mailbox passes on what others write.
    (!isForward && all('x-ms-exchange-inbox-rules-loop').some((value) => isAuthors(lowerAscii(value))))
  // An answer without an envelope sender is a program's (RFC 3834).
  const isSilent = isNull && isAnswer && !isForward
  // Somebody may ask how to set up an out-of-office note: the subject of a mail that answers none proves nothing.
  const isMarked = isSubmitted || isNull || isBulk
  const named = automaticSubject(subject)
  const isNamed =
    (named === 'automatic' && (isMarked || has('x-auto-response-suppress', /^all$/i))) ||
    (named === 'perhaps' && isMarked && speaksOfAbsence(text)) ||
    // No header says so: rather a note of an absence among the messages than a person's mail away.
    (named === 'automatic' &&
      isAnswer &&
      (opensWithAbsence(text, 3) || awayUntil(subject, '', sent) !== null)) ||
    (named === 'perhaps' && isAnswer && isProgramSubject(subject) && opensWithAbsence(text, 1))
  const response = report ?? (saysSo || isSilent || isNamed ? 'auto_reply' : null)
  const isAway = response === 'auto_reply' && (speaksOfAbsence(subject) || speaksOfAbsence(text))

  const isNoReply = noReplyAddress.test(author)
  const isAutomatic =
    response !== null ||
    isSubmitted ||
    isBulk ||
    isNull ||
    daemonAddress.test(lowerAscii(sender ?? '')) ||
    // One that begins a conversation may be a form on which somebody wrote.
    (isNoReply && isAnswer)
  return {
    response,
    isAutomatic,
    isAway,
    awayUntil: isAway ? awayUntil(subject, text, sent) : null,
    neverAnswer:
      isAutomatic ||
      (named === 'automatic' && isAnswer) ||
      isNoReply ||
      daemonAddress.test(author) ||
      has('precedence', /^list\b/i) ||
      has('x-auto-response-suppress', /\b(?:all|autoreply|oof|dr|rn|nrn)\b/i) ||
      listHeaders.some((name) => header(name) !== '') ||
      noReplyAddress.test(lowerAscii(sender ?? '')) ||
      /^bounces?(?:[+.@_-]|$)/.test(lowerAscii(sender ?? '')),
  }
}
