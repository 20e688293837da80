import { oneLine } from '../_shared/mail-html.ts'
import type { Notification, RefusedFile } from './notification.ts'

const MAX_NAMES = 100

const bytes = (size: number) =>
  size >= 1_048_576 ? `${Math.round((size / 1_048_576) * 10) / 10} MB` : `${Math.round(size / 1024)} kB`
/** Before an entry, on its line. */
const DASH = '–\u00a0'
const files = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`

function reasonOf(reason: string, { maxFiles, maxBytes }: Notification['fileLimits']): string {
  switch (reason) {
    case 'size':
      return `larger than ${bytes(maxBytes)}`
    case 'count':
      return `more than ${files(maxFiles)} on the ticket`
    case 'empty':
      return 'empty'
    case 'storage':
      return 'could not be stored'
    default:
      return 'type not accepted'
  }
}

const countOf = (refused: readonly RefusedFile[]) =>
  refused.reduce((sum, { more }) => sum + Math.max(more, 1), 0)

/** Each file with its reason. Without names, how many there are for each reason. */
function linesOf({ refusedFiles, fileLimits }: Notification): string[] {
  const named = refusedFiles.filter(({ name }) => name !== '').slice(0, MAX_NAMES)
  const others = refusedFiles.filter((file) => !named.includes(file))
  const lines = named.map(({ name, reason }) => `${DASH}${oneLine(name)} (${reasonOf(reason, fileLimits)})`)
  if (named.length > 0) return others.length > 0 ? [...lines, `${DASH}and ${countOf(others)} more`] : lines
  return [...new Set(others.map(({ reason }) => reason))].map((reason) => {
    const count = countOf(others.filter((file) => file.reason === reason))
    return `${DASH}${files(count)} (${reasonOf(reason, fileLimits)})`
  })
}

/** What can be done about it. */
function adviceOf({ refusedFiles, fileLimits, hasTicketPage, replyTo }: Notification): string {
  const { maxFiles, maxBytes, extensions } = fileLimits
  if (maxFiles === 0) return 'Files cannot be attached here.'
  const accepted = `Accepted are ${extensions.map((extension) => `.${extension}`).join(', ')}, up to ${bytes(maxBytes)} each and ${files(maxFiles)} for a ticket.`
  const ways = [
    ...(hasTicketPage ? ['add it to the ticket in our portal'] : []),
    ...(replyTo ? ['reply to this email with it'] : []),
  ]
  const isOnlyTooMany = refusedFiles.every(({ reason }) => reason === 'count')
  const way = ways.length > 0 && !isOnlyTooMany ? ` To send a file that fits, ${ways.join(' or ')}.` : ''
  const room =
    hasTicketPage && refusedFiles.some(({ reason }) => reason === 'count')
      ? ' To make room, delete files that are no longer needed from the ticket in our portal.'
      : ''
  return accepted + way + room
}

/** Paragraphs about the files that mails left out; none when there are none. */
export function refusedFilesText(row: Notification): string[] {
  if (row.refusedFiles.length === 0) return []
  return [['Not attached:', ...linesOf(row)].join('\n'), adviceOf(row)]
}
