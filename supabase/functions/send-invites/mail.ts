import { AUTOMATIC_HEADERS, checkedAddress, renderMailHtml, oneLine } from '../_shared/mail-html.ts'
import type { OutgoingMail } from '../_shared/smtp.ts'

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

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** `, until November 28, 2026 at 8:00 AM UTC`: the reader's time zone is unknown. */
function formatExpiry(expiresAt: string): string {
  const end = Date.parse(expiresAt)
  return Number.isNaN(end) ? '' : `, until ${dayFormat.format(end)} UTC`
}

/**
 * The mail of an invite, as plain text and HTML.
 * @throws Error unless its address is a single plain address
 */
export function inviteMail(invitation: Invitation, sender: Sender, portal: string): OutgoingMail {
  const address = checkedAddress(invitation.email)
  const workspace = oneLine(sender.workspace) || 'Helpdesk'
  const inviter = oneLine(sender.name) || 'An administrator'
  const as = invitation.role === 'admin' ? 'an admin' : 'an agent'
  const link = inviteLink(invitation.token, portal)
  const title = `You've been invited to join ${workspace}`
  const sentence = `${inviter} invited you to join ${workspace} as ${as}.`
  const rule = `The link works once, for ${address} alone${formatExpiry(invitation.expiresAt)}.`
  const footer = 'If you did not expect this invite, you can ignore this email.'
  return {
    to: { name: '', address },
    subject: title,
    text: ['Hello,', sentence, `Accept the invite: ${link}`, rule, footer, ''].join('\n\n'),
    html: renderMailHtml({
      title,
      brand: { name: workspace, accent: sender.accent },
      above: ['Hello,'],
      below: [sentence, rule],
      action: 'Accept the invite',
      link,
      footer: [footer],
    }),
    headers: AUTOMATIC_HEADERS,
  }
}
