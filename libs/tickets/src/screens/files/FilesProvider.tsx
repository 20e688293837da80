import { useMemo, useState, type ReactNode } from 'react'
import { inChosenOrder } from '../../model/attachments'
import type { Attachment } from '../../model/rows'
import { deferred } from '@helpdesk/ui'
import { FilesContext } from './files-context'

// Nobody pays for what they do not open.
const PreviewDialog = deferred(
  async () => (await import('./preview/PreviewDialog')).PreviewDialog,
  null,
).Screen
const DeleteDialog = deferred(async () => (await import('./DeleteFileDialog')).DeleteFileDialog, null).Screen

/** The dialogs of the files of one ticket. */
export function FilesProvider({
  attachments,
  children,
}: {
  attachments: readonly Attachment[]
  children: ReactNode
}) {
  const [shownId, setShownId] = useState<string | null>(null)
  const [doomed, setDoomed] = useState<Attachment | null>(null)
  const files = useMemo(
    () => ({
      preview: ({ id }: Attachment) => setShownId(id),
      remove: (each: Attachment) => setDoomed(each),
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
      {doomed && <DeleteDialog attachment={doomed} onClose={() => setDoomed(null)} />}
    </FilesContext>
  )
}
