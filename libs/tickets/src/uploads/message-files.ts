import { personalKey, readPersonalFiles, writePersonalFiles } from '@helpdesk/auth'
import { withWebLock } from '../outbox/web-lock'

/** A sent message of a user: a comment, a reply, or the ticket itself. */
export interface SentMessage {
  userId: string
  ticketId: string
  /** Of the request that stores the message; the same for every attempt. */
  requestId: string
}

/** Some browsers never open IndexedDB, and a message must not wait for it forever. */
const WRITE_TIMEOUT_MS = 2_000

const messageKey = ({ userId, ticketId, requestId }: SentMessage): string =>
  personalKey('draft', userId, `${ticketId}:outbox:${requestId}`)

const fileKey = (message: SentMessage, index: number): string => `${messageKey(message)}:${index}`

const filesLock = (userId: string) => `helpdesk-files:${userId}`

/** Runs while files of a user may be on this device before a record names them; {@link whenAllRecorded} waits. */
export const withUnrecordedFiles = <T>(userId: string, run: () => Promise<T>): Promise<T> =>
  withWebLock(filesLock(userId), { mode: 'shared' }, run)

/** Runs while records name all files of a user, in every tab. Does not run when a tab is at work, or without locks. */
export const whenAllRecorded = (userId: string, run: () => Promise<void>): Promise<void> =>
  withWebLock(filesLock(userId), { ifAvailable: true }, async (lock) => {
    if (lock) await run()
  })

/** Stores one file of a message on this device. */
export const keepMessageFile = (message: SentMessage, index: number, file: File): Promise<void> =>
  writePersonalFiles(fileKey(message, index), [file])

/** Stores the files of a message on this device. Resolves once they are there, or the browser has refused them. */
export async function keepMessageFiles(message: SentMessage, files: readonly File[]): Promise<void> {
  const writes = files.map((file, index) => keepMessageFile(message, index, file))
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, WRITE_TIMEOUT_MS)))
  await Promise.race([Promise.all(writes), timeout])
  clearTimeout(timer)
}

/** One file of a message; undefined when this device has lost it. */
export const readMessageFile = async (message: SentMessage, index: number): Promise<File | undefined> =>
  (await readPersonalFiles(fileKey(message, index)))[0]

/** The files of a message that this device still has. */
export async function readMessageFiles(message: SentMessage, count: number): Promise<File[]> {
  const files = await Promise.all(Array.from({ length: count }, (_, n) => readMessageFile(message, n)))
  const found = files.filter((file) => file !== undefined)
  if (found.length === count) return found
  // Earlier releases kept the files of a message together.
  const together = found.length > 0 ? found : await readPersonalFiles(messageKey(message))
  await keepMessageFiles(message, together)
  return together
}

/** Removes one file of a message, which the server has or the author has given up. */
export const dropMessageFile = (message: SentMessage, index: number): void =>
  void writePersonalFiles(fileKey(message, index), [])

/** Removes all files of a message that is not sent. */
export function dropMessageFiles(message: SentMessage, count: number): void {
  for (let index = 0; index < count; index += 1) dropMessageFile(message, index)
  void writePersonalFiles(messageKey(message), [])
}
