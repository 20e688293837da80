import type { Subscription } from './subscription'

export const title = 'Email notifications'
export const unsubscribe = 'Unsubscribe'
export const subscribe = 'Subscribe again'
export const invalid = {
  title: 'This link is not valid',
  text: 'Open the link at the end of a newer email, or choose your emails in your settings.',
  portal: 'Go to sign in',
}

const staff: Record<string, string> = {
  reply: 'when a customer replies to a ticket assigned to you',
  status: 'when the status of a ticket you created changes',
  assigned: 'when someone assigns a ticket to you or takes yours over',
  mention: 'when a colleague mentions you in a note',
  followed: 'when something happens in a ticket you follow',
  unassigned: 'when a new ticket has no assignee',
}
const customer: Record<string, string> = {
  reply: 'when someone replies to one of your tickets',
  status: 'when the status of one of your tickets changes',
}
const event = ({ kind, is_staff }: Subscription) => (is_staff ? staff : customer)[kind] ?? 'of this kind'
const mails = (subscription: Subscription) =>
  subscription.kind === 'copy'
    ? `copies of ticket #${subscription.ticket_number}`
    : `an email ${event(subscription)}`
export const subscribed = (subscription: Subscription) => `You get ${mails(subscription)}.`
export const unsubscribed = (subscription: Subscription) => `You no longer get ${mails(subscription)}.`
export const told = 'We sent you an email about this, with a link to get them again.'
