import { useState, type ClipboardEvent, type DragEvent } from 'react'
import { nameOfPasted, takeFiles, type Refusal } from '../../model/file-intake'

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

/** The pictures of a paste. Text that comes along, as from an office program, is what was meant instead. */
function pastedFiles(event: ClipboardEvent): File[] {
  if (event.clipboardData.getData('text/plain')) return []
  return [...event.clipboardData.files].map(
    (file) => new File([file], nameOfPasted(file.name, new Date()), { type: file.type }),
  )
}

/**
 * Files that wait to be sent with a comment.
 * @param room how many the ticket still takes
 */
export function useChosenFiles(room: number) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const [dragging, setDragging] = useState(false)

  function add(offered: readonly File[]) {
    const answer = takeFiles(offered, room - files.length)
    setFiles([...files, ...answer.taken])
    setRefused(answer.refused)
  }

  return {
    files,
    refused,
    dragging,
    add,
    remove: (index: number) => {
      setFiles(files.filter((_file, each) => each !== index))
      setRefused([])
    },
    clear: () => {
      setFiles([])
      setRefused([])
    },
    onPaste: (event: ClipboardEvent) => {
      const pasted = pastedFiles(event)
      if (pasted.length === 0) return
      event.preventDefault()
      add(pasted)
    },
    dropTarget: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setDragging(true)
      },
      onDragLeave: (event: DragEvent) => {
        const inside =
          event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
        if (!inside) setDragging(false)
      },
      onDrop: (event: DragEvent) => {
        setDragging(false)
        if (!hasFiles(event)) return
        event.preventDefault()
        add([...event.dataTransfer.files])
      },
    },
  }
}
