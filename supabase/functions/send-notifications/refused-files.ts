import { oneLine } from '../_shared/mail-html.ts'
import type { Notification, RefusedFile } from './notification.ts'
import * as texts from './refused-files-texts.ts'

const MAX_NAMES = 100

/** Before an entry, on its line. */
const DASH = '–\u00a0'

function reasonOf(reason: string, { maxFiles, maxBytes }: Notification['fileLimits']): string {
  switch (reason) {
    case 'size':
      return texts.larger(maxBytes)
    case 'count':
      return texts.tooMany(maxFiles)
    case 'empty':
      return texts.empty
    case 'storage':
      return texts.notStored
    default:
      return texts.typeNotAccepted
  }
}

const countOf = (refused: readonly RefusedFile[]) =>
  refused.reduce((sum, { more }) => sum + Math.max(more, 1), 0)

/** Each file with its reason. Without names, how many there are for each reason. */
function linesOf({ refusedFiles, fileLimits }: Notification): string[] {
  const named = refusedFiles.filter(({ name }) => name !== '').slice(0, MAX_NAMES)
  const others = refusedFiles.filter((file) => !named.includes(file))
  const lines = named.map(
    ({ name, reason }) => DASH + texts.withReason(oneLine(name), reasonOf(reason, fileLimits)),
  )
  if (named.length > 0) return others.length > 0 ? [...lines, DASH + texts.more(countOf(others))] : lines
  return [...new Set(others.map(({ reason }) => reason))].map((reason) => {
    const count = countOf(others.filter((file) => file.reason === reason))
    return DASH + texts.withReason(texts.files(count), reasonOf(reason, fileLimits))
  })
}

/** What can be done about it. */
function adviceOf({ refusedFiles, fileLimits, hasTicketPage, replyTo }: Notification): string {
  const { maxFiles, maxBytes, extensions } = fileLimits
  if (maxFiles === 0) return texts.noFiles
  const dotted = extensions.map((extension) => `.${extension}`)
  const isOnlyTooMany = refusedFiles.every(({ reason }) => reason === 'count')
  const isTooMany = refusedFiles.some(({ reason }) => reason === 'count')
  const way = hasTicketPage
    ? replyTo
      ? texts.addOrReply
      : texts.addInPortal
    : replyTo
      ? texts.replyWithIt
      : ''
  return [
    texts.accepted(dotted, maxBytes, maxFiles),
    ...(way && !isOnlyTooMany ? [way] : []),
    ...(hasTicketPage && isTooMany ? [texts.makeRoom] : []),
  ].join(' ')
}

/** Paragraphs about the files that mails left out; none when there are none. */
export function refusedFilesText(row: Notification): string[] {
  if (row.refusedFiles.length === 0) return []
  return [[texts.notAttached, ...linesOf(row)].join('\n'), adviceOf(row)]
}
