import { personalStorage } from '@helpdesk/auth'
import { z } from '@helpdesk/supabase'

const memorySchema = z.object({
  /** What the server confirmed last, then what was sent without an answer. */
  exchanged: z.array(z.string()),
  editedAt: z.number(),
  request: z.nullable(z.object({ signature: z.string(), id: z.string() })),
})
type Memory = z.infer<typeof memorySchema>

/** How many of its own texts a page knows again when the server's answer is older than they are. */
const KNOWN = 20
const empty: Memory = { exchanged: [], editedAt: 0, request: null }

function read(key: string): Memory {
  const parsed = memorySchema.safeParse(personalStorage.readJson(key))
  return parsed.success ? parsed.data : empty
}

function write(key: string, memory: Memory): void {
  const blank = memory.exchanged.every((text) => text === '') && memory.editedAt === 0 && !memory.request
  personalStorage.write(key, blank ? null : JSON.stringify(memory))
}

/**
 * What a device remembers about a draft besides its text, across reloads: what the server has seen of it.
 * @param present whether there is a text on this device; without one nothing has to be remembered
 */
export function draftMemory(draftKey: string, present: () => boolean) {
  const key = draftKey.replace('helpdesk-draft:', 'helpdesk-draft-sync:')
  let memory = read(key)
  let known = memory.exchanged

  const keep = (next: Partial<Memory>): void => {
    memory = { ...memory, ...next }
    write(key, memory)
  }
  const know = (text: string): void => {
    if (text) known = [...known.filter((each) => each !== text), text].slice(-KNOWN)
  }

  return {
    confirmed: (): string => memory.exchanged[0] ?? '',
    exchanged: (): readonly string[] => [...memory.exchanged, ...known],
    editedAt: (): number => memory.editedAt,
    edit: (at: number): void => keep({ editedAt: at }),
    sending(text: string): void {
      know(text)
      keep({ exchanged: [memory.exchanged[0] ?? '', text] })
    },
    confirm(text: string): void {
      know(text)
      keep({ exchanged: [text], ...(!text && !present() && { editedAt: 0 }) })
    },
    /** The text came from the server: this device has nothing of its own. */
    adopt(text: string): void {
      known = [text]
      keep({ exchanged: [text] })
    },
    requestId(signature: string): string {
      const { request } = memory
      if (request?.signature === signature) return request.id
      const id = crypto.randomUUID()
      keep({ request: { signature, id } })
      return id
    },
    forgetRequest: (): void => keep({ request: null }),
  }
}
