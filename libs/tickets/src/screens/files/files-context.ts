import { createContext, useContext } from 'react'
import type { Attachment } from '../../model/rows'

/** What the rows of files may ask of the page around them. */
export interface Files {
  /** Opens the file in a dialog. */
  preview: (attachment: Attachment) => void
  /** Asks whether to delete the file, then does. */
  remove: (attachment: Attachment) => void
}

export const FilesContext = createContext<Files>({ preview: () => undefined, remove: () => undefined })

export const useFiles = (): Files => useContext(FilesContext)
