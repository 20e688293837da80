import { useAuth } from '@helpdesk/auth'
import { useMemo, useState, type ClipboardEvent, type DragEvent } from 'react'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { createTextDraftFiles, useDraftFiles } from '../../drafts/draft-files'
import { draftStorageKey } from '../../drafts/draft-storage'
import { nameOfPasted, takeFiles, type Refusal } from '../../model/file-intake'
import { fileTypesText, SPECIFIED_FILE_TYPES } from '../../model/file-types'
import type { FileLimits } from '../../model/limits'

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

/** The pasted pictures. Office programs add a picture to copied text, so a paste with text has none. */
function pastedFiles(event: ClipboardEvent): File[] {
  if (event.clipboardData.getData('text/plain')) return []
  return [...event.clipboardData.files].map(
    (file) => new File([file], nameOfPasted(file.name, new Date(serverNow())), { type: file.type }),
  )
}

/**
 * Holds the files chosen for an unsent comment. Like its text, they survive reload, crash and navigation.
 * @param key the place, as in `useDraft`; remount the component to change it
 * @param room how many more files the ticket accepts
 * @param limits the workspace's file limits
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
  // Since a file was chosen, others may have added files or an admin lowered the limits.
  const accepted = takeFiles(kept ?? [], room, limits)
  const files = accepted.taken

  function add(offered: readonly File[]) {
    const added = takeFiles(offered, room - files.length, limits)
    setFiles([...files, ...added.taken])
    setRefused([...accepted.refused, ...added.refused])
  }

  return {
    files,
    refused: refused.length > 0 ? refused : accepted.refused,
    /** False while stored files load, because a comment sent now would lack them. */
    ready: kept !== undefined,
    /** True when the browser lost some of the chosen files. */
    lost,
    /** For the file picker. */
    accept: fileTypesText(limits.file_types ?? SPECIFIED_FILE_TYPES),
    /** Whether the workspace accepts files at all. */
    allowed: limits.max_files > 0,
    dragging,
    add,
    /** Returns files that were taken back with their message; those beyond the limits are refused as others are. */
    putBack: (returned: readonly File[]) => {
      if (returned.length > 0) setFiles([...(kept ?? []), ...returned])
    },
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
        // Also when files are not accepted, or the browser would navigate to the file.
        event.preventDefault()
        add([...event.dataTransfer.files])
      },
    },
  }
}
