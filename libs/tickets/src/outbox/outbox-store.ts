import { personalKey, personalStorage, readPersonalFiles, writePersonalFiles } from '@helpdesk/auth'
import { oncePerPage } from '@helpdesk/ui'
import { localStore } from '@helpdesk/ui/storage/browser-storage'
import { atom, getDefaultStore } from 'jotai'
import { z } from '@helpdesk/supabase'

/** A comment that was sent but not confirmed by the server. */
export interface UnsentComment {
  /** The same for every attempt, so that the server recognizes a repeat. */
  requestId: string
  content: string
  /** By the device's clock. */
  createdAt: string
  /** `waiting`: written without a network, and sent when there is one again. */
  state: 'sending' | 'failed' | 'waiting'
  /** Was `waiting`, and still is on the device while it is being sent: a page that ends meanwhile leaves it to the next. */
  isQueued?: boolean
  /** Stored on the device, which all tabs share. */
  onDevice?: boolean
  /** Uploaded after the comment. Empty after a reload until {@link filesOf} restores them. */
  files: readonly File[]
  fileCount: number
}

const storedSchema = z.array(
  z.object({
    requestId: z.string(),
    content: z.string(),
    createdAt: z.string(),
    fileCount: z._default(z.number(), 0),
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
  const kept = unsent.map(({ requestId, content, createdAt, fileCount, state, isQueued }) => ({
    requestId,
    content,
    createdAt,
    fileCount,
    ...((state === 'waiting' || isQueued) && { waiting: true }),
  }))
  return personalStorage.write(key, kept.length > 0 ? JSON.stringify(kept) : null)
}

/** The ids of the tickets with comments of a user that wait for a connection. */
export function waitingTickets(userId: string): string[] {
  const prefix = outboxKey(userId, '')
  const keys = new Set([...localStore.keys(), ...Object.keys(getDefaultStore().get(outboxAtom))])
  return [...keys]
    .filter((key) => key.startsWith(prefix) && unsentAt(key).some(({ state }) => state === 'waiting'))
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
export const withOutboxLock = <T>(key: string, run: () => Promise<T>): Promise<T> =>
  // Absent from pages without a secure context.
  'locks' in navigator ? navigator.locks.request(key, run) : run()

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
  keepFiles(key, before, next)
  getDefaultStore().set(outboxAtom, (all) => ({ ...all, [key]: next }))
}

/** `helpdesk-outbox:<user>:<ticket>` → key of the files of one comment, next to that user's drafts. */
const filesKey = (key: string, requestId: string): string =>
  `${key.replace('helpdesk-outbox:', 'helpdesk-draft:')}:outbox:${requestId}`

/** Stores the files of added comments and removes those of removed ones. */
function keepFiles(key: string, before: readonly UnsentComment[], next: readonly UnsentComment[]): void {
  const isIn = (list: readonly UnsentComment[], { requestId }: UnsentComment) =>
    list.some((each) => each.requestId === requestId)
  const write = ({ requestId, fileCount }: UnsentComment, files: readonly File[]) => {
    if (fileCount > 0) void writePersonalFiles(filesKey(key, requestId), files)
  }
  for (const each of next) if (!isIn(before, each)) write(each, each.files)
  for (const each of before) if (!isIn(next, each)) write(each, [])
}

/** The files of an unsent comment. After a reload they are read from the device, and empty if it lost them. */
export const filesOf = async (key: string, comment: UnsentComment): Promise<readonly File[]> =>
  comment.files.length < comment.fileCount
    ? readPersonalFiles(filesKey(key, comment.requestId))
    : comment.files
