import { AUTOMATIC_HEADERS, checkedAddress, renderMailHtml, oneLine } from '../_shared/mail-html.ts'
import { hello, unnamedWorkspace } from '../_shared/mail-texts.ts'
import type { OutgoingMail } from '../_shared/smtp.ts'
import * as texts from './texts.ts'

/** An invite as returned by `create_invites`, the only call that returns its token. */
export interface Invitation {
  email: string
  role: string
  token: string
  /** ISO time, or empty when unknown. */
  expiresAt: string
}

/** Names shown as the sender. */
export interface Sender {
  workspace: string
  /** Name of the admin, or empty when unknown. */
  name: string
  /** #rrggbb of the workspace, or empty. */
  accent: string
}

/** URL of the sign-up page with the invite token (specification, 2.5). @param portal - without a trailing slash */
export const inviteLink = (token: string, portal: string) =>
  `${portal}/auth/signup?token=${encodeURIComponent(token)}`

const dayFormat = new Intl.DateTimeFormat(texts.timeLocale, {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** `, until November 28, 2026 at 8:00 AM UTC`: the reader's time zone is unknown. */
function formatExpiry(expiresAt: string): string {
  const end = Date.parse(expiresAt)
  return Number.isNaN(end) ? '' : texts.until(dayFormat.format(end))
}

/**
 * The mail of an invite, as plain text and HTML.
 * @throws Error unless its address is a single plain address
 */
export function inviteMail(invitation: Invitation, sender: Sender, portal: string): OutgoingMail {
  const address = checkedAddress(invitation.email)
  const workspace = oneLine(sender.workspace) || unnamedWorkspace
  const inviter = oneLine(sender.name) || texts.anAdministrator
  const role = texts.roles[invitation.role === 'admin' ? 'admin' : 'agent']
  const link = inviteLink(invitation.token, portal)
  const title = texts.title(workspace)
  const sentence = texts.invited(inviter, workspace, role)
  const rule = texts.rule(address, formatExpiry(invitation.expiresAt))
  return {
    to: { name: '', address },
    subject: title,
    text: [hello(), sentence, texts.acceptAt(link), rule, texts.unexpected, ''].join('\n\n'),
    html: renderMailHtml({
      title,
      brand: { name: workspace, accent: sender.accent },
      above: [hello()],
      below: [sentence, rule],
      action: texts.accept,
      link,
      footer: [texts.unexpected],
    }),
    headers: AUTOMATIC_HEADERS,
  }
}
