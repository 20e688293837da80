import {
  AUTOMATIC_HEADERS,
  checkedAddress,
  escapeHtml,
  oneLine,
  renderMailHtml,
} from '../_shared/mail-html.ts'
import { mailColors } from '../_shared/mail-colors.ts'
import { linkStyle } from '../_shared/mail-style.ts'
import { hello } from '../_shared/mail-texts.ts'
import type { OutgoingMail } from '../_shared/smtp.ts'
import { describe } from './describe.ts'
import { imagesHtml, logoFile, type MailFiles } from './files.ts'
import { beginsWithGreeting } from './greeting.ts'
import { isHandOver, ticketsHtml, ticketsText } from './hand-over.ts'
import { bracketed, namedCopies } from './header-values.ts'
import { historyHtml, historyText } from './history.ts'
import type { Notification } from './notification.ts'
import { senderName } from './people.ts'
import { ratingQuestion } from './rating.ts'
import { refusedFilesText } from './refused-files.ts'
import { messagesOf, type RenderedMessages } from './rendered-messages.ts'
import * as texts from './texts.ts'
import { threadIndexOf } from './thread-index.ts'
import { isUnproven, titlesOf } from './titles.ts'
import { stopPage, unsubscribeHeaders } from './unsubscribe.ts'

export interface Mail extends OutgoingMail {
  messageId: string
}

/** The link that ends this kind of mail, or the copies of this ticket. */
function stopLink({ kind, stopToken }: Notification, portal: string) {
  if (!stopToken || kind === 'stopped') return undefined
  const label = kind === 'copy' ? texts.stopCopies : texts.unsubscribe
  return { label, url: stopPage(stopToken, portal) }
}

const NO_FILES: MailFiles = { attached: [], links: [] }

/** Outside people have no page in the portal. */
const hasAccount = ({ recipientId }: Notification) => recipientId !== ''

/** True when the mail is about a ticket that an answer reopens. */
function isDone({ kind, message, newStatus }: Notification): boolean {
  const status = kind === 'status' ? message : newStatus
  return status === 'solved' || status === 'closed'
}

/** How the recipient can answer, and where they choose their mails. */
function footerOf(row: Notification): string[] {
  const lines: string[] = []
  // With the address for notes as reply address, the line below says what becomes of a reply.
  const isToNotes = row.replyTo === row.noteAddress
  if (row.replyTo && !isToNotes) lines.push(isDone(row) ? texts.replyReopens : texts.replyAdds)
  else if (isDone(row) && !row.replyTo) lines.push(texts.commentReopens)
  if (row.noteAddress) lines.push(texts.repliesAreNotes(row.noteAddress))
  if (hasAccount(row)) lines.push(texts.chooseMails)
  if (!row.replyTo) lines.push(texts.notMonitored)
  return lines
}

/** Other help workspaces drop automatic mails, so that a person's message to a customer is not marked as one. */
function headersOf({ kind, isFromStaff, isStaff }: Notification): Record<string, string> {
  if (['received', 'refused', 'refused_files'].includes(kind))
    return { ...AUTOMATIC_HEADERS, 'Auto-Submitted': 'auto-replied' }
  const isWritten =
    ['reply', 'copy', 'forward', 'opened'].includes(kind) && (isFromStaff || kind === 'forward')
  return isWritten && !isStaff ? { 'X-Auto-Response-Suppress': 'OOF, AutoReply' } : AUTOMATIC_HEADERS
}

/** Answers to a forward are the outsider's, and those to a mail about a note are notes: the ticket alone would not say so. */
const threadIndex = ({ kind, ticketId }: Notification) =>
  kind === 'forward' || kind === 'mention' ? undefined : threadIndexOf(ticketId)

/** The button: where the ticket is read, if the recipient can read it in the portal, or the way back to stopped mails. */
function actionOf(row: Notification, portal: string) {
  if (row.kind === 'stopped') return { action: texts.startAgain, link: stopPage(row.stopToken, portal) }
  if (isHandOver(row)) return { action: texts.openTickets, link: `${portal}/tickets/assigned` }
  if (!hasAccount(row) && !row.hasTicketPage) return undefined
  return { action: texts.openTicket, link: `${portal}/tickets/${encodeURIComponent(row.ticketId)}` }
}

/** How people whom staff entered get into the portal. */
function passwordHint({ needsPassword }: Notification, portal: string, address: string) {
  if (!needsPassword) return undefined
  const url = `${portal}/auth/reset-password?email=${encodeURIComponent(address)}`
  return { text: texts.noPassword, label: texts.setPassword, url }
}

/** Empty when the author of the mail's text has greeted the recipient. */
function greetingOf(row: Notification, name: string, body: string): string[] {
  if (beginsWithGreeting(row.kind === 'forward' ? row.note : body, name)) return []
  return [hello(name)]
}

/**
 * The mail of a notification, as plain text and HTML.
 * @param portal - URL of the portal, without a trailing slash
 * @param functions - URL of the functions, without a trailing slash
 * @param messages - its messages, rendered
 * @throws Error unless the recipient's address is a single plain address
 */
export function notificationMail(
  row: Notification,
  portal: string,
  files: MailFiles = NO_FILES,
  functions = `${portal}/functions/v1`,
  messages: RenderedMessages = messagesOf(row),
): Mail {
  const address = checkedAddress(row.recipientEmail)
  const { subject, heading } = titlesOf(row)
  const { sentence, body } = describe(row)
  const message = body.trim()
  const button = actionOf(row, portal)
  const hint = passwordHint(row, portal, address)
  const question = ratingQuestion(row, portal)
  const below = [
    ...files.links.map(({ name, url }) => texts.link(`${oneLine(name)} ${texts.linkLasts}`, url)),
    ...(row.missingFiles.length > 0 ? [texts.notUploaded(row.missingFiles.map(oneLine).join(', '))] : []),
    ...refusedFilesText(row),
    ...(row.workspace.signature && !row.isStaff ? [row.workspace.signature.trim()] : []),
  ]
  const footer = footerOf(row)
  const stop = stopLink(row, portal)
  const name = isUnproven(row) ? '' : oneLine(row.recipientName)
  // Above the message, whose author could write it out of sight.
  const warning = row.isUnverified ? [texts.senderUnverified] : []
  const greeting = greetingOf(row, name, message)
  const logo = logoFile(row.workspace)
  const history = row.history.length > 0
  const references = bracketed(row.references)
  const inReplyTo = bracketed([row.inReplyTo])[0] ?? references.slice(1).at(-1)
  const copies = namedCopies(row.copies)
  const fromName = senderName(row)
  const index = threadIndex(row)
  return {
    to: { name, address },
    ...(fromName && { fromName }),
    ...(copies.length > 0 && { cc: copies }),
    ...(row.replyTo && {
      replyTo: { name: oneLine(row.workspace.name), address: checkedAddress(row.replyTo) },
    }),
    subject,
    text: [
      ...greeting,
      ...(isUnproven(row)
        ? [sentence]
        : sentence.includes('\n\n')
          ? [sentence, heading]
          : [`${sentence}\n${heading}`]),
      ...warning,
      ...(message ? [messages.message.text] : []),
      ...ticketsText(row, portal),
      ...below,
      ...(button ? [texts.link(button.action, button.link)] : []),
      ...(hint ? [`${hint.text} ${texts.link(hint.label, hint.url)}`] : []),
      ...(question
        ? [
            [
              question.text,
              ...question.answers.map(({ icon, label, url }) => `${icon} ${texts.link(label, url)}`),
            ].join('\n'),
          ]
        : []),
      [...footer, ...(stop ? [texts.link(stop.label, stop.url)] : [])].join('\n'),
      ...(history ? [historyText(row.history, messages.history)] : []),
      '',
    ].join('\n\n'),
    html: renderMailHtml({
      title: heading,
      brand: {
        name: oneLine(row.workspace.name),
        accent: row.workspace.accent,
        logo: logo && `cid:${logo.cid}`,
      },
      above: [...greeting, sentence, ...warning],
      messageHtml:
        (message && messages.message.html) +
        ticketsHtml(row, portal) +
        imagesHtml(files.attached) +
        linksHtml(files, row.workspace.accent),
      below: below.slice(files.links.length),
      ...button,
      hint,
      question,
      footer,
      footerLink: stop,
      historyHtml: history ? historyHtml(row.history, messages.history) : undefined,
    }),
    messageId: bracketed([row.messageId])[0] ?? '',
    ...(inReplyTo && { inReplyTo }),
    references: inReplyTo && !references.includes(inReplyTo) ? [...references, inReplyTo] : references,
    headers: {
      ...headersOf(row),
      ...unsubscribeHeaders(row.unsubscribeToken, functions),
      ...(index && { 'Thread-Index': index }),
      ...(row.reportCode && { 'X-Helpdesk-Delivery': row.reportCode }),
    },
    files: [...(logo ? [logo] : []), ...files.attached],
  }
}

function linksHtml({ links }: MailFiles, accent: string): string {
  const style = linkStyle(mailColors(accent).link)
  return links
    .map(
      ({ name, url }) =>
        `<p style="margin:0 0 8px"><a href="${escapeHtml(url)}" ${style}>${escapeHtml(oneLine(name))}</a> ${texts.linkLasts}</p>`,
    )
    .join('')
}
