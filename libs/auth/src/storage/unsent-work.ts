import { localStore } from '@helpdesk/ui/storage/browser-storage'
import * as z from 'zod/mini'
import { listPersonalFiles } from './personal-files'
import { personalKey, personalStorage } from './personal-storage'

/** What a user wrote or chose in this browser and the server does not have. */
export interface UnsentWork {
  /** Texts of comments that wait to be sent. */
  comments: string[]
  /** Texts of drafts. */
  drafts: string[]
  /** Names of files. */
  files: string[]
}

/** Details of a draft, and changes that go with a reply: neither is a text. */
const NO_TEXT = /(?:^reply-with:|:files$|:owner$)/
/** The form of a new ticket is stored as JSON. */
const FORM = /^new-ticket(?::|$)/

const commentsSchema = z.array(z.object({ content: z.string() }))
const formSchema = z.object({ subject: z.string(), description: z.string() })
const syncSchema = z.object({ exchanged: z.array(z.string()) })

/** What a sign-out would throw away. Never rejects; waits at most a second for the browser's storage of files. */
export async function unsentWork(userId: string): Promise<UnsentWork> {
  return {
    comments: placesOf('outbox', userId).flatMap(commentsAt),
    drafts: placesOf('draft', userId)
      .filter((place) => !NO_TEXT.test(place))
      .flatMap((place) => draftAt(userId, place)),
    files: await Promise.race([listPersonalFiles(userId), noneAfter(1_000)]),
  }

  function commentsAt(place: string): string[] {
    const { data } = z.safeParse(
      commentsSchema,
      personalStorage.readJson(personalKey('outbox', userId, place)),
    )
    return data?.map(({ content }) => content) ?? []
  }
}

/** Whether there is nothing to lose. */
export const isNothingUnsent = ({ comments, drafts, files }: UnsentWork): boolean =>
  comments.length + drafts.length + files.length === 0

const noneAfter = (ms: number) => new Promise<string[]>((resolve) => setTimeout(resolve, ms, []))

function placesOf(kind: 'outbox' | 'draft', userId: string): string[] {
  const prefix = personalKey(kind, userId, '')
  return localStore
    .keys()
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
}

/** The text of a draft, unless the server has it. */
function draftAt(userId: string, place: string): string[] {
  const key = personalKey('draft', userId, place)
  if (FORM.test(place)) {
    const form = z.safeParse(formSchema, personalStorage.readJson(key)).data
    const text = form && (form.subject.trim() || form.description.trim())
    return text ? [text] : []
  }
  const text = personalStorage.read(key) ?? ''
  const sync = z.safeParse(syncSchema, personalStorage.readJson(personalKey('draft-sync', userId, place)))
  return text.trim() && sync.data?.exchanged[0] !== text ? [text] : []
}
