import { deferred } from '@helpdesk/ui'
import { useMemo, useState, type ReactNode } from 'react'
import { inChosenOrder } from '../../model/attachments'
import type { Attachment } from '../../model/rows'
import { FilesContext } from './files-context'

const PreviewDialog = deferred(
  async () => (await import('./preview/PreviewDialog')).PreviewDialog,
  null,
).Screen
const DeleteDialog = deferred(async () => (await import('./DeleteFileDialog')).DeleteFileDialog, null).Screen

/** Provides the preview and delete dialogs for the files of one ticket. */
export function FilesProvider({
  attachments,
  children,
}: {
  attachments: readonly Attachment[]
  children: ReactNode
}) {
  const [shownId, setShownId] = useState<string | null>(null)
  const [toDelete, setToDelete] = useState<Attachment | null>(null)
  const files = useMemo(
    () => ({
      preview: ({ id }: Attachment) => setShownId(id),
      remove: (each: Attachment) => setToDelete(each),
    }),
    [],
  )
  const shown = attachments.find(({ id }) => id === shownId)
  return (
    <FilesContext value={files}>
      {children}
      {shown && (
        <PreviewDialog
          attachments={inChosenOrder(attachments)}
          shown={shown}
          onShow={({ id }) => setShownId(id)}
          onClose={() => setShownId(null)}
        />
      )}
      {toDelete && <DeleteDialog attachment={toDelete} onClose={() => setToDelete(null)} />}
    </FilesContext>
  )
}
