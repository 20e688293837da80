import { isTicketPriority, priorityLabel } from '../model/priorities'
import { isTicketStatus, statusLabel } from '../model/statuses'

/** A row of a list, as it arrived: nothing is known of its values. */
export type PreviewRow = Readonly<Record<string, unknown>>

/** A value that should be a text or number; empty for others. */
export const textOf = (row: PreviewRow, name: string): string => {
  const value = row[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A time, in a format; empty for what is none. */
export const timeOf = (row: PreviewRow, name: string, format: (timestamp: string) => string): string => {
  const timestamp = textOf(row, name)
  return Number.isNaN(Date.parse(timestamp)) ? '' : format(timestamp)
}

export const statusOf = ({ status }: PreviewRow): string =>
  isTicketStatus(status) ? statusLabel(status) : ''

export const priorityOf = ({ priority }: PreviewRow): string =>
  isTicketPriority(priority) ? priorityLabel(priority) : ''

/** An element with text; markup in it stays text. */
export function element(tag: string, text: string, part?: 'muted' | 'number'): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  if (part) made.dataset['part'] = part
  return made
}

export const muted = (text: string): HTMLElement => element('span', text, 'muted')

/** A value that narrow screens show below the subject, as they have no column for it. */
export function narrowLine(text: string): HTMLElement {
  const line = muted(text)
  line.dataset['narrowOnly'] = ''
  return line
}

/** `#1042` and the subject, which opens the ticket. */
export function subjectLine(row: PreviewRow): HTMLElement {
  const line = element('span', '')
  const link = document.createElement('a')
  link.href = `/tickets/${encodeURIComponent(textOf(row, 'id'))}`
  link.textContent = line.title = textOf(row, 'subject')
  const number = textOf(row, 'number')
  if (number) line.append(element('span', `#${number}`, 'number'))
  line.append(link)
  return line
}
