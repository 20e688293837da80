import { personalKey, personalStorage, readPersonalFiles, writePersonalFiles } from '@helpdesk/auth'
import { atom, getDefaultStore } from 'jotai'
import { z } from '@helpdesk/supabase'

/** A comment that its author has sent and the server has not confirmed. */
export interface UnsentComment {
  /** Stays the same for every try, so that the server knows a repeated one for what it is. */
  requestId: string
  content: string
  /** By this device's clock. */
  createdAt: string
  state: 'sending' | 'failed'
  /** Go along once the comment is there. Empty after a reload, until {@link filesOf} has brought the kept ones. */
  files: readonly File[]
  /** How many there are. */
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

/** The unsent comments of one person on one ticket, by the key of their place. */
export const outboxAtom = atom<Readonly<Record<string, readonly UnsentComment[]>>>({})

export const outboxKey = (userId: string, ticketId: string): string => personalKey('outbox', userId, ticketId)

function read(key: string): UnsentComment[] {
  const stored = z.safeParse(storedSchema, personalStorage.readJson(key))
  // Whether the last try arrived is unknown; a retry finds out without writing twice.
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

/** What is unsent at a place; after a reload, what this device still knows of it. */
export const unsentAt = (key: string): readonly UnsentComment[] =>
  getDefaultStore().get(outboxAtom)[key] ?? read(key)

/** Changes what is unsent at a place, on the screen and on this device at once. */
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

/** `helpdesk-outbox:<user>:<ticket>` → where the files of one of its comments lie, beside that user's other drafts. */
const filesKey = (key: string, requestId: string): string =>
  `${key.replace('helpdesk-outbox:', 'helpdesk-draft:')}:outbox:${requestId}`

/** The files of new comments are kept, those of comments that have left are not. */
function keepFiles(key: string, before: readonly UnsentComment[], next: readonly UnsentComment[]): void {
  const isIn = (list: readonly UnsentComment[], { requestId }: UnsentComment) =>
    list.some((each) => each.requestId === requestId)
  const write = ({ requestId, fileCount }: UnsentComment, files: readonly File[]) => {
    if (fileCount > 0) void writePersonalFiles(filesKey(key, requestId), files)
  }
  for (const each of next) if (!isIn(before, each)) write(each, each.files)
  for (const each of before) if (!isIn(next, each)) write(each, [])
}

/** The files of an unsent comment, brought back from this device after a reload; none when it has lost them. */
export const filesOf = async (key: string, comment: UnsentComment): Promise<readonly File[]> =>
  comment.files.length < comment.fileCount
    ? readPersonalFiles(filesKey(key, comment.requestId))
    : comment.files
