import { AUTOMATIC, checkedAddress, letterPage, oneLine } from '../_shared/letter.ts'
import type { OutgoingMail } from '../_shared/post-office.ts'

/** An invite as `create_invites` gives it out, this once with its token. */
export interface Invitation {
  email: string
  role: string
  token: string
  /** ISO time, or empty when unknown. */
  expiresAt: string
}

/** In whose name it is sent. */
export interface Sender {
  workspace: string
  /** Name of the admin; empty when it could not be read. */
  name: string
}

/** The sign-up page with the invite in its address: section 2.5. @param portal - without a slash at its end */
export const linkOf = (token: string, portal: string) =>
  `${portal}/auth/signup?token=${encodeURIComponent(token)}`

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** `November 28, 2026 at 8:00 AM UTC`; whoever reads it may live anywhere. */
function until(expiresAt: string): string {
  const end = Date.parse(expiresAt)
  return Number.isNaN(end) ? '' : `, until ${dayFormat.format(end)} UTC`
}

/**
 * The mail of one invite, plain and HTML.
 * @throws Error when its address is not plainly one address
 */
export function mailOf(invitation: Invitation, sender: Sender, portal: string): OutgoingMail {
  const address = checkedAddress(invitation.email)
  const workspace = oneLine(sender.workspace) || 'Helpdesk'
  const who = oneLine(sender.name) || 'An administrator'
  const as = invitation.role === 'admin' ? 'an admin' : 'an agent'
  const link = linkOf(invitation.token, portal)
  const title = `You've been invited to join ${workspace}`
  const happened = `${who} invited you to join ${workspace} as ${as}.`
  const rule = `The link works once, for ${address} alone${until(invitation.expiresAt)}.`
  const footer = 'If you did not expect this invite, ignore this mail: nothing happens.'
  return {
    to: { name: '', address },
    subject: title,
    text: ['Hello,', happened, `Accept the invite: ${link}`, rule, footer, ''].join('\n\n'),
    html: letterPage({
      title,
      above: ['Hello,'],
      below: [happened, rule],
      action: 'Accept the invite',
      link,
      footer,
    }),
    headers: AUTOMATIC,
  }
}
