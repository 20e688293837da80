import { createContext, useContext } from 'react'
import type { Attachment } from '../../model/rows'

/** Dialogs that a row of files can open. */
export interface Files {
  /** Opens the file in a dialog. */
  preview: (attachment: Attachment) => void
  /** Deletes the file after confirmation. */
  remove: (attachment: Attachment) => void
}

export const FilesContext = createContext<Files>({ preview: () => undefined, remove: () => undefined })

export const useFiles = (): Files => useContext(FilesContext)
