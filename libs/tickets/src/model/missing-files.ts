import type { MissingFile, TicketDetail } from './rows'

/**
 * The announced files of a message that are not uploaded yet.
 * @param commentId null for the ticket's own files
 */
export function missingFiles(
  { missing_files: announced = [], attachments }: Pick<TicketDetail, 'missing_files' | 'attachments'>,
  commentId: string | null,
): MissingFile[] {
  // Attachments that came after the ticket was read.
  const stored = attachments.filter((each) => each.comment_id === commentId).map((each) => each.file_name)
  return announced.filter(({ comment_id, name }) => {
    if (comment_id !== commentId) return false
    const found = stored.indexOf(name)
    if (found >= 0) stored.splice(found, 1)
    return found < 0
  })
}
