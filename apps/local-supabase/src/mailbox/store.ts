import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Mail } from '../mail/mail'

const messageSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  from: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  files: z.array(z.object({ name: z.string(), type: z.string(), size: z.number() })).optional(),
  createdAt: z.string(),
})
export type Message = z.infer<typeof messageSchema>

/** Beyond, the oldest mails are deleted. */
const capacity = 1000

/** One JSON file per mail, named by time. */
export interface MailStore {
  add(mail: Mail): Promise<Message>
  /** Newest first. */
  list(to?: string): Promise<Message[]>
  get(id: string): Promise<Message | undefined>
  remove(id: string): Promise<boolean>
  clear(): Promise<void>
}

export function createMailStore(dir: string, now: () => Date = () => new Date()): MailStore {
  let loading: Promise<Map<string, Message>> | undefined
  let last = 0

  /** File name → message, oldest first. Files are read once; invalid ones are skipped. */
  async function load(): Promise<Map<string, Message>> {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const names = (await readdir(dir)).filter((name) => name.endsWith('.json')).sort()
    const messages = new Map<string, Message>()
    for (const name of names) {
      const text = await readFile(join(dir, name), 'utf8')
      try {
        messages.set(name, messageSchema.parse(JSON.parse(text)))
      } catch {
        continue
      }
    }
    return messages
  }
  const all = () => (loading ??= load())

  /** Keeps the order of mails within one millisecond. */
  function nextStamp(): string {
    last = Math.max(last + 1, now().getTime() * 1000)
    return String(last).padStart(17, '0')
  }

  async function removeFile(messages: Map<string, Message>, name: string): Promise<void> {
    messages.delete(name)
    await rm(join(dir, name), { force: true })
  }

  return {
    async add(mail) {
      const messages = await all()
      const message = { id: randomUUID(), ...mail, createdAt: now().toISOString() }
      const name = `${nextStamp()}.json`
      const temporary = join(dir, `.${message.id}.tmp`)
      const file = await open(temporary, 'wx', 0o600)
      try {
        await file.writeFile(JSON.stringify(message))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, join(dir, name))
      messages.set(name, message)
      const surplus = [...messages.keys()].sort().slice(0, Math.max(0, messages.size - capacity))
      for (const old of surplus) await removeFile(messages, old)
      return message
    },

    async list(to) {
      const address = to?.trim().toLowerCase()
      const newestFirst = [...(await all())]
        .sort(([a], [b]) => (a < b ? 1 : -1))
        .map(([, message]) => message)
      return address ? newestFirst.filter((message) => message.to.toLowerCase() === address) : newestFirst
    },

    async get(id) {
      return [...(await all()).values()].find((message) => message.id === id)
    },

    async remove(id) {
      const messages = await all()
      const found = [...messages].find(([, message]) => message.id === id)
      if (!found) return false
      await removeFile(messages, found[0])
      return true
    },

    async clear() {
      const messages = await all()
      for (const name of [...messages.keys()]) await removeFile(messages, name)
    },
  }
}
