import { notificationSettings } from '@helpdesk/auth/model/notification-texts'
import type { Subscription } from './subscription'

export const title = 'Email notifications'
export const unsubscribe = 'Unsubscribe'
export const subscribe = 'Subscribe again'
export const invalid = {
  title: 'This link is not valid',
  text: 'Open the link at the end of a newer email, or choose your emails in your settings.',
  portal: 'Go to sign in',
}

/** The words of the settings, within a sentence. */
function event({ kind, is_staff }: Subscription): string {
  const text = notificationSettings.find(({ name }) => name === kind)?.[is_staff ? 'staff' : 'customer']
  return text ? `when ${text[0]?.toLowerCase()}${text.slice(1)}` : 'of this kind'
}
const mails = (subscription: Subscription) =>
  subscription.kind === 'copy'
    ? `copies of ticket #${subscription.ticket_number}`
    : `an email ${event(subscription)}`
export const subscribed = (subscription: Subscription) => `You get ${mails(subscription)}.`
export const unsubscribed = (subscription: Subscription) => `You no longer get ${mails(subscription)}.`
export const told = 'We sent you an email about this, with a link to get them again.'
