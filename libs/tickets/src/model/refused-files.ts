import type { ReceivedMail, RefusedFile } from './received-mails'
import * as texts from './refused-files-texts'
import { unsentText } from './unsent-texts'

const countOf = (files: readonly RefusedFile[]) => files.reduce((sum, { more }) => sum + (more ?? 1), 0)

/** What staff see below a message: how many files were not attached, why, and whether its sender knows. Empty when all were. */
export function refusedFilesText({ refused_files, files_answer, files_error }: ReceivedMail): string {
  const files = (refused_files ?? []).filter(({ incidental }) => !incidental)
  const count = countOf(files)
  if (count === 0) return ''
  const groups = [...new Set(files.map(({ reason }) => reason))].map((reason) => {
    const text = texts.reasons[reason] ?? reason
    const part = countOf(files.filter((file) => file.reason === reason))
    return part === count ? text : texts.part(part, text)
  })
  const isExplained = files_answer === 'failed' && files_error
  const answer = isExplained
    ? texts.failedBecause(unsentText(files_error))
    : (texts.answers[files_answer ?? ''] ?? '')
  return `${texts.notAttached(count, groups.join(', '))} ${answer}`.trim()
}
