import { personalKey, personalStorage } from '@helpdesk/auth'
import { localStore } from '@helpdesk/ui/storage/browser-storage'
import { z } from '@helpdesk/supabase'
import type { SentMessage } from './message-files'

/**
 * A file of a message that the server has stored, while the file's own record is not acknowledged. Each has an entry of
 * its own on the device, so that two tabs never overwrite each other's.
 */
export interface PendingFile extends SentMessage {
  /** Its place among the files of the message. */
  index: number
  /** null for a file of the ticket itself. */
  commentId: string | null
  name: string
  /** The object's path. It never changes, so that another attempt, also of another tab, stores no second file. */
  path: string
}

const schema = z.object({
  userId: z.string(),
  ticketId: z.string(),
  requestId: z.string(),
  index: z.number(),
  commentId: z.nullable(z.string()),
  name: z.string(),
  path: z.string(),
})

type FileOfMessage = SentMessage & Pick<PendingFile, 'index'>

/** The entry of a file, which also names its lock. */
export const pendingKey = ({ userId, ticketId, requestId, index }: FileOfMessage): string =>
  personalKey('outbox', userId, `upload:${ticketId}:${requestId}:${index}`)

/** @returns whether the entry is on the device */
export const writePending = (file: PendingFile): boolean =>
  personalStorage.write(pendingKey(file), JSON.stringify(file))

export const erasePending = (file: PendingFile): void => void personalStorage.write(pendingKey(file), null)

/** The entry as it is now: another tab may have finished the file. */
export const hasPending = (file: FileOfMessage): boolean => personalStorage.read(pendingKey(file)) !== null

/** The files of a user that are still to be uploaded, in the order in which they were chosen. */
export function pendingFiles(userId: string): PendingFile[] {
  const prefix = personalKey('outbox', userId, 'upload:')
  return localStore
    .keys()
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const { data } = z.safeParse(schema, personalStorage.readJson(key))
      return data ? [data] : []
    })
    .toSorted((a, b) => a.path.localeCompare(b.path))
}
