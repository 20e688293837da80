import { escapeHtml } from '../_shared/mail-html.ts'
import { LIGHT } from '../_shared/mail-colors.ts'
import { styled } from '../_shared/mail-style.ts'
import type { Message } from './notification.ts'
import { nameOf } from './people.ts'
import type { Rendered } from './rendered-messages.ts'
import * as texts from './texts.ts'

const timeFormat = new Intl.DateTimeFormat(texts.timeLocale, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

function introduce({ author, address, at, isUnverified }: Message): string {
  const time = Date.parse(at)
  const person = nameOf(author, address)
  const name = isUnverified ? texts.unverified(person) : person
  return Number.isNaN(time) ? texts.wrote(name) : texts.wroteAt(name, timeFormat.format(time))
}

/** Earlier messages as quoted text, newest first. @param rendered - of each message */
export const historyText = (messages: readonly Message[], rendered: readonly Rendered[]): string =>
  messages
    .map((message, at) => `${introduce(message)}\n${(rendered[at]?.text ?? '').replace(/^/gm, '> ')}`)
    .join('\n\n')

const quoteStyle = styled(
  'hd-quote',
  `margin:0;padding-left:12px;border-left:3px solid ${LIGHT.quote};overflow-wrap:anywhere`,
)

/** Earlier messages as block quotes that mail programs fold. @param rendered - of each message */
export const historyHtml = (messages: readonly Message[], rendered: readonly Rendered[]): string =>
  messages
    .map(
      (message, at) =>
        `<p dir="auto" style="margin:16px 0 4px;overflow-wrap:anywhere">${escapeHtml(introduce(message))}</p><blockquote type="cite" ${quoteStyle}>${rendered[at]?.html ?? ''}</blockquote>`,
    )
    .join('\n')
