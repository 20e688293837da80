import { personalKey, personalStorage, readPersonalFiles, writePersonalFiles } from '@helpdesk/auth'
import { atom, getDefaultStore } from 'jotai'
import { z } from '@helpdesk/supabase'

/** A comment that was sent but not confirmed by the server. */
export interface UnsentComment {
  /** The same for every attempt, so that the server recognizes a repeat. */
  requestId: string
  content: string
  /** By the device's clock. */
  createdAt: string
  state: 'sending' | 'failed'
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
  }),
)

/** Unsent comments by {@link outboxKey}. */
export const outboxAtom = atom<Readonly<Record<string, readonly UnsentComment[]>>>({})

/** The key of one user's unsent comments on one ticket. */
export const outboxKey = (userId: string, ticketId: string): string => personalKey('outbox', userId, ticketId)

function read(key: string): UnsentComment[] {
  const stored = z.safeParse(storedSchema, personalStorage.readJson(key))
  // The last attempt may have arrived; a retry is safe, because the request id is the same.
  return stored.success ? stored.data.map((each) => ({ ...each, state: 'failed', files: [] })) : []
}

function write(key: string, unsent: readonly UnsentComment[]): void {
  const kept = unsent.map(({ requestId, content, createdAt, fileCount }) => ({
    requestId,
    content,
    createdAt,
    fileCount,
  }))
  personalStorage.write(key, kept.length > 0 ? JSON.stringify(kept) : null)
}

/** The unsent comments of a key. After a reload they are read from the device. */
export const unsentAt = (key: string): readonly UnsentComment[] =>
  getDefaultStore().get(outboxAtom)[key] ?? read(key)

/** Changes the unsent comments of a key, in memory and on the device. */
export function changeUnsent(
  key: string,
  change: (unsent: readonly UnsentComment[]) => readonly UnsentComment[],
): void {
  const before = unsentAt(key)
  const next = change(before)
  write(key, next)
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
