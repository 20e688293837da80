import type { Question } from '../_shared/mail-html.ts'
import type { Notification } from './notification.ts'
import * as texts from './texts.ts'

/** Asks the requester of a solved ticket how the help was: each answer is a page with a button. */
export function ratingQuestion({ ratingToken }: Notification, portal: string): Question | undefined {
  if (!ratingToken) return undefined
  const page = (answer: string) =>
    `${portal}/auth/rate?token=${encodeURIComponent(ratingToken)}&answer=${answer}`
  return {
    text: texts.howDidWeDo,
    answers: [
      { icon: '👍', label: texts.good, url: page('good') },
      { icon: '👎', label: texts.bad, url: page('bad') },
    ],
  }
}
