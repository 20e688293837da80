import { useAuth } from '@helpdesk/auth'
import { useMemo, useState, type ClipboardEvent, type DragEvent } from 'react'
import { createTextDraftFiles, useDraftFiles } from '../../api/drafts/draft-files'
import { draftStorageKey } from '../../api/drafts/draft-storage'
import { nameOfPasted, takeFiles, type Refusal } from '../../model/file-intake'
import type { FileLimits } from '../../model/limits'

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

/** The pictures of a paste. Text that comes along, as from an office program, is what was meant instead. */
function pastedFiles(event: ClipboardEvent): File[] {
  if (event.clipboardData.getData('text/plain')) return []
  return [...event.clipboardData.files].map(
    (file) => new File([file], nameOfPasted(file.name, new Date()), { type: file.type }),
  )
}

/**
 * Files that wait to be sent with a comment. They survive reload, crash and navigation, as the comment's text does.
 * @param key names the place, as for `useDraft`; another place needs another component
 * @param room how many the ticket still takes
 * @param limits what the workspace takes
 */
export function useChosenFiles(key: string, room: number, limits: FileLimits) {
  const { user } = useAuth()
  const userId = user?.id
  const stored = useMemo(
    () => createTextDraftFiles(userId ? draftStorageKey(userId, key) : null),
    [userId, key],
  )
  const { files: kept, setFiles, lost } = useDraftFiles(stored)
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const [dragging, setDragging] = useState(false)
  // Others may have filled the ticket, or an admin lowered the limits, since a file was chosen.
  const fitting = takeFiles(kept ?? [], room, limits.max_file_bytes)
  const files = fitting.taken

  function add(offered: readonly File[]) {
    const answer = takeFiles(offered, room - files.length, limits.max_file_bytes)
    setFiles([...files, ...answer.taken])
    setRefused([...fitting.refused, ...answer.refused])
  }

  return {
    files,
    refused: refused.length > 0 ? refused : fitting.refused,
    /** False while kept files are on their way: what is sent now would go without them. */
    ready: kept !== undefined,
    /** Chosen files that the browser did not keep. */
    lost,
    /** Whether this workspace takes files at all. */
    allowed: limits.max_files > 0,
    dragging,
    add,
    remove: (index: number) => {
      setFiles(files.filter((_file, each) => each !== index))
      setRefused([])
    },
    clear: () => {
      if (kept?.length) setFiles([])
      setRefused([])
    },
    onPaste: (event: ClipboardEvent) => {
      const pasted = pastedFiles(event)
      if (pasted.length === 0 || limits.max_files === 0) return
      event.preventDefault()
      add(pasted)
    },
    dropTarget: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setDragging(limits.max_files > 0)
      },
      onDragLeave: (event: DragEvent) => {
        const inside =
          event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
        if (!inside) setDragging(false)
      },
      onDrop: (event: DragEvent) => {
        setDragging(false)
        if (!hasFiles(event)) return
        // Also where none is taken: the browser would leave the page to show the file.
        event.preventDefault()
        add([...event.dataTransfer.files])
      },
    },
  }
}
