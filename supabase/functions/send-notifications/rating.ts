import type { Question } from '../_shared/mail-html.ts'
import type { Notification } from './notification.ts'

/** Asks the requester of a solved ticket how the help was: each answer is a page with a button. */
export function ratingQuestion({ ratingToken }: Notification, portal: string): Question | undefined {
  if (!ratingToken) return undefined
  const page = (answer: string) =>
    `${portal}/auth/rate?token=${encodeURIComponent(ratingToken)}&answer=${answer}`
  return {
    text: 'How did we do?',
    answers: [
      { icon: '👍', label: 'Good', url: page('good') },
      { icon: '👎', label: 'Bad', url: page('bad') },
    ],
  }
}
