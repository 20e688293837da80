import { ask, loadData, loadStorage, z } from '@helpdesk/supabase'
import { useCommand } from '@helpdesk/ui/query'
import { attachmentSchema } from '../model/rows'
import { useTicketCache } from './get-ticket'
import { ticketError } from './ticket-error'
import { ATTACHMENT_BUCKET } from './upload-attachment'

/**
 * Deletes a file of a ticket: first its record, because Storage refuses to remove bytes that a record still names, then
 * its bytes. Nobody can read bytes without a record, so a failure to remove them is only logged.
 * @throws AppError `attachment_not_found` when it does not exist or the caller may not delete it
 */
export async function deleteAttachment(attachmentId: string): Promise<void> {
  const attachments = (await loadData()).from('attachments')
  const [record] = await ask(
    attachments.delete().eq('id', attachmentId).select('*'),
    z.array(attachmentSchema),
  )
  if (!record) throw ticketError('attachment_not_found')
  const { error } = await (await loadStorage()).from(ATTACHMENT_BUCKET).remove([record.storage_path])
  if (error) console.error('The bytes of a deleted file were not removed', error)
}

/** Deletes a file of one ticket and removes it from the open page. */
export function useDeleteAttachment(ticketId: string) {
  const cache = useTicketCache(ticketId)
  return useCommand({
    mutationKey: ['delete-attachment'],
    mutationFn: deleteAttachment,
    onSuccess: (_deleted, attachmentId) =>
      cache.patch((detail) => ({
        ...detail,
        attachments: detail.attachments.filter(({ id }) => id !== attachmentId),
      })),
  })
}
