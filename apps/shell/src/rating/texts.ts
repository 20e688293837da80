import type { Answer } from './rating-link'

export const title = 'How did we do?'
export const invalid = {
  title: 'This link is not valid any more',
  text: 'The ticket may be open again, or the link is too old. Solved tickets can be rated in the portal too.',
  portal: 'Open the portal',
}
export const about = (ticketNumber: number) => `Your answer about ticket #${ticketNumber}`
export const words: Record<Answer, string> = { good: 'Good', bad: 'Bad' }
export const icons: Record<Answer, string> = { good: '👍', bad: '👎' }
export const send = 'Send rating'
export const change = 'Change rating'
export const sending = 'Sending…'
export const thanks = (answer: Answer) => `Thank you. Your rating: ${words[answer]}`

const refusals: Record<string, string> = {
  rating_refused: 'You are signed in as somebody else. Only the requester can rate this ticket.',
  rating_in_portal: 'This ticket was rated in the portal. Sign in there to change the rating.',
  rating_limit: 'The rating was changed too often today. Try again tomorrow.',
}
export const refusal = (code: string | undefined): string => refusals[code ?? ''] ?? ''
