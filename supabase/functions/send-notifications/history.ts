import { escapeHtml } from '../_shared/mail-html.ts'
import { LIGHT } from '../_shared/mail-colors.ts'
import { styled } from '../_shared/mail-style.ts'
import type { Message } from './notification.ts'
import { nameOf } from './people.ts'
import type { Rendered } from './texts.ts'

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** In the form that mail programs fold: "On … wrote:". The reader's time zone is unknown. */
function introduce({ author, address, at, isUnverified }: Message): string {
  const time = Date.parse(at)
  const name = `${nameOf(author, address)}${isUnverified ? ' (sender not verified)' : ''}`
  return Number.isNaN(time) ? `${name} wrote:` : `On ${timeFormat.format(time)} UTC, ${name} wrote:`
}

/** Earlier messages as quoted text, newest first. @param texts - of each message */
export const historyText = (messages: readonly Message[], texts: readonly Rendered[]): string =>
  messages
    .map((message, at) => `${introduce(message)}\n${(texts[at]?.text ?? '').replace(/^/gm, '> ')}`)
    .join('\n\n')

const quoteStyle = styled(
  'hd-quote',
  `margin:0;padding-left:12px;border-left:3px solid ${LIGHT.quote};overflow-wrap:anywhere`,
)

/** Earlier messages as block quotes that mail programs fold. @param texts - of each message */
export const historyHtml = (messages: readonly Message[], texts: readonly Rendered[]): string =>
  messages
    .map(
      (message, at) =>
        `<p style="margin:16px 0 4px;overflow-wrap:anywhere">${escapeHtml(introduce(message))}</p><blockquote type="cite" ${quoteStyle}>${texts[at]?.html ?? ''}</blockquote>`,
    )
    .join('\n')
