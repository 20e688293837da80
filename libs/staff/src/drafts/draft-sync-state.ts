import { personalStorage } from '@helpdesk/auth'
import { z } from '@helpdesk/supabase'

const syncStateSchema = z.object({
  /** The text that the server confirmed last, then the one it has not confirmed yet. */
  exchanged: z.array(z.string()),
  editedAt: z.number(),
  /** Names of the files of this device that the server knows. */
  files: z._default(z.array(z.string()), []),
  request: z.nullable(z.object({ signature: z.string(), id: z.string() })),
})
type SyncState = z.infer<typeof syncStateSchema>

/** Number of own texts that a page recognises in a late response. */
const RECENT_TEXTS = 20
const empty: SyncState = { exchanged: [], editedAt: 0, files: [], request: null }

function read(key: string): SyncState {
  const parsed = syncStateSchema.safeParse(personalStorage.readJson(key))
  return parsed.success ? parsed.data : empty
}

function write(key: string, memory: SyncState): void {
  const blank =
    memory.exchanged.every((text) => text === '') &&
    memory.editedAt === 0 &&
    memory.files.length === 0 &&
    !memory.request
  personalStorage.write(key, blank ? null : JSON.stringify(memory))
}

/**
 * Stores which texts of a draft the server has seen, across reloads.
 * @param hasText whether this device has a text; without one nothing needs to be stored
 */
export function createDraftSyncState(draftKey: string, hasText: () => boolean) {
  const key = draftKey.replace('helpdesk-draft:', 'helpdesk-draft-sync:')
  let state = read(key)
  let recent = state.exchanged

  const store = (next: Partial<SyncState>): void => {
    state = { ...state, ...next }
    write(key, state)
  }
  const addRecent = (text: string): void => {
    if (text) recent = [...recent.filter((each) => each !== text), text].slice(-RECENT_TEXTS)
  }

  return {
    confirmed: (): string => state.exchanged[0] ?? '',
    exchanged: (): readonly string[] => [...state.exchanged, ...recent],
    editedAt: (): number => state.editedAt,
    files: (): readonly string[] => state.files,
    confirmFiles(files: readonly string[]): void {
      if (files.join('/') !== state.files.join('/')) store({ files: [...files] })
    },
    edit: (at: number): void => store({ editedAt: at }),
    sending(text: string): void {
      addRecent(text)
      store({ exchanged: [state.exchanged[0] ?? '', text] })
    },
    confirm(text: string): void {
      addRecent(text)
      store({ exchanged: [text], ...(!text && !hasText() && { editedAt: 0 }) })
    },
    /** Adopts the server's text when this device has none. */
    adopt(text: string): void {
      recent = [text]
      store({ exchanged: [text] })
    },
    /** The id under which a text is sent; the same until `forgetRequest`. */
    requestId(signature: string): string {
      const { request } = state
      if (request?.signature === signature) return request.id
      const id = crypto.randomUUID()
      store({ request: { signature, id } })
      return id
    },
    forgetRequest: (): void => store({ request: null }),
  }
}
