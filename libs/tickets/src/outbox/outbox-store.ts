import { personalKey, personalStorage } from '@helpdesk/auth'
import { oncePerPage } from '@helpdesk/ui'
import { localStore } from '@helpdesk/ui/storage/browser-storage'
import { atom, getDefaultStore } from 'jotai'
import { z } from '@helpdesk/supabase'
import { dropMessageFiles, readMessageFiles, type SentMessage } from '../uploads/message-files'
import { hasPending } from '../uploads/upload-ledger'
import { withWebLock } from './web-lock'

/** A comment that was sent but not confirmed by the server. */
export interface UnsentComment {
  /** The same for every attempt, so that the server recognizes a repeat. */
  requestId: string
  content: string
  /** By the device's clock. */
  createdAt: string
  /** `waiting`: written without a network, and sent when there is one again. */
  state: 'sending' | 'failed' | 'waiting'
  /**
   * Was `waiting`, and still is on the device while it is being sent: a page that ends meanwhile leaves it to the next.
   * One that failed for a passing reason is tried again, and those after it wait.
   */
  isQueued?: boolean
  /** Stored on the device, which all tabs share. */
  onDevice?: boolean
  /** Uploaded after the comment. Empty after a reload until {@link withFiles} restores them. */
  files: readonly File[]
  fileCount: number
  /** How many chosen files this device has lost. */
  lost?: number
}

const storedSchema = z.array(
  z.object({
    requestId: z.string(),
    content: z.string(),
    createdAt: z.string(),
    fileCount: z._default(z.number(), 0),
    lost: z._default(z.number(), 0),
    waiting: z._default(z.boolean(), false),
  }),
)

/** Unsent comments by {@link outboxKey}. */
export const outboxAtom = oncePerPage('outbox@1', () =>
  atom<Readonly<Record<string, readonly UnsentComment[]>>>({}),
)

/** The key of one user's unsent comments on one ticket. */
export const outboxKey = (userId: string, ticketId: string): string => personalKey('outbox', userId, ticketId)

function read(key: string): UnsentComment[] {
  const stored = z.safeParse(storedSchema, personalStorage.readJson(key))
  // The last attempt may have arrived; a retry is safe, because the request id is the same.
  return stored.success
    ? stored.data.map(({ waiting, ...each }) => ({
        ...each,
        state: waiting ? 'waiting' : 'failed',
        files: [],
        onDevice: true,
      }))
    : []
}

/** @returns whether they are on the device now */
function write(key: string, unsent: readonly UnsentComment[]): boolean {
  const kept = unsent.map(({ requestId, content, createdAt, fileCount, lost = 0, state, isQueued }) => ({
    requestId,
    content,
    createdAt,
    fileCount,
    ...(lost > 0 && { lost }),
    ...((state === 'waiting' || isQueued) && { waiting: true }),
  }))
  return personalStorage.write(key, kept.length > 0 ? JSON.stringify(kept) : null)
}

/** True for a comment that is sent by itself, in its turn. */
export const isInQueue = ({ state, isQueued = false }: UnsentComment): boolean =>
  state === 'waiting' || (state === 'failed' && isQueued)

/** The ids of the tickets with comments of a user that are sent by themselves. */
export function waitingTickets(userId: string): string[] {
  const prefix = outboxKey(userId, '')
  const keys = new Set([...localStore.keys(), ...Object.keys(getDefaultStore().get(outboxAtom))])
  return [...keys]
    .filter((key) => key.startsWith(prefix) && unsentAt(key).some(isInQueue))
    .map((key) => key.slice(prefix.length))
}

/** The unsent comments of a key. After a reload they are read from the device. */
export const unsentAt = (key: string): readonly UnsentComment[] =>
  getDefaultStore().get(outboxAtom)[key] ?? read(key)

/** Follows other tabs: comments that they sent or discarded leave, and those that they wrote without a network join. */
export function syncUnsent(key: string): void {
  const own = getDefaultStore().get(outboxAtom)[key]
  if (!own) return
  const stored = read(key)
  const isIn = (list: readonly UnsentComment[], { requestId }: UnsentComment) =>
    list.some((each) => each.requestId === requestId)
  const kept = own.filter((each) => each.state === 'sending' || !each.onDevice || isIn(stored, each))
  const joined = stored.filter((each) => each.state === 'waiting' && !isIn(own, each))
  if (kept.length === own.length && joined.length === 0) return
  const next = [...kept, ...joined].toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
  getDefaultStore().set(outboxAtom, (all) => ({ ...all, [key]: next }))
}

/** Runs while no other tab sends comments of this key. */
export const withOutboxLock = <T>(key: string, run: () => Promise<T>): Promise<T> => withWebLock(key, {}, run)

/** Changes the unsent comments of a key, in memory and on the device. */
export function changeUnsent(
  key: string,
  change: (unsent: readonly UnsentComment[]) => readonly UnsentComment[],
): void {
  syncUnsent(key)
  const before = unsentAt(key)
  const changed = change(before)
  const onDevice = write(key, changed)
  const next = changed.map((each) => ({ ...each, onDevice }))
  dropFiles(key, before, next)
  getDefaultStore().set(outboxAtom, (all) => ({ ...all, [key]: next }))
}

/** The message of an unsent comment. @param key `helpdesk-outbox:<user>:<ticket>` */
export function messageOf(key: string, { requestId }: Pick<UnsentComment, 'requestId'>): SentMessage {
  const [, userId = '', ticketId = ''] = key.split(':')
  return { userId, ticketId, requestId }
}

/** Removes the files of comments that were discarded. Those of a stored comment stay until they are stored too. */
function dropFiles(key: string, before: readonly UnsentComment[], next: readonly UnsentComment[]): void {
  for (const each of before) {
    if (each.fileCount === 0 || next.some(({ requestId }) => requestId === each.requestId)) continue
    const message = messageOf(key, each)
    const indexes = Array.from({ length: each.fileCount }, (_, index) => index)
    if (!indexes.some((index) => hasPending({ ...message, index }))) dropMessageFiles(message, each.fileCount)
  }
}

/** The comment with its files, which after a reload are read from the device, and without those that it has lost. */
export async function withFiles(key: string, comment: UnsentComment): Promise<UnsentComment> {
  const { fileCount, lost = 0 } = comment
  if (comment.files.length >= fileCount) return comment
  const files = await readMessageFiles(messageOf(key, comment), fileCount)
  return { ...comment, files, fileCount: files.length, lost: lost + fileCount - files.length }
}
