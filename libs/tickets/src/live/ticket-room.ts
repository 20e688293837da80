import { ask, loadData, loadLive, z, type Room } from '@helpdesk/supabase'
import { tellTakenDraft } from './taken-drafts'
import { SIGN_EVERY_MS, SIGN_LASTS_MS, type Writer } from '../model/writers'

const TAKEN_EVERY_MS = 1_000

const topicsSchema = z.nullable(
  z.object({
    public: z.string(),
    staff: z.optional(z.string()),
    /** Where the requesters of merged tickets are. */
    merged: z.optional(z.array(z.string())),
  }),
)
const namedSchema = z.object({ name: z.string(), note: z.optional(z.boolean()) })
const takenSchema = z.object({ id: z.string() })
const sideSchema = z.object({ side: z.enum(['support', 'customer']) })

/** Who else is on the ticket. */
export interface Others {
  /** Names of staff who have it open. */
  viewers: string[]
  writers: Writer[]
}

interface RoomOptions {
  ticketId: string
  me: { id: string; name: string; isStaff: boolean }
  onChange: (others: Others) => void
}

export interface TicketRoom {
  /** Tells the others that the user is writing; for a note, staff only. */
  write(isNote: boolean): void
  /** Tells the user's other devices that this one writes their draft now. */
  tellTakenDraft(): void
  /** Forgets who is writing, since their message has arrived. */
  forgetWriters(): void
  leave(): void
}

/**
 * Meets the others who have a ticket open: staff see each other by name, and the other side learns that somebody is
 * writing. All of it comes from other clients, so nothing may depend on it but a line of text, and when to ask the server.
 */
export async function joinTicketRoom({ ticketId, me, onChange }: RoomOptions): Promise<TicketRoom> {
  const { joinRoom, onMoved } = await loadLive()
  const side = me.isStaff ? 'support' : 'customer'
  const writers = new Map<string, Writer>()
  let viewers: string[] = []
  let rooms: { open: Room[]; staff?: Room } = { open: [] }
  let left = false
  let isJoined = false
  let wasJoined = false
  /** The user took a draft over before this page could tell it. */
  let isUntold = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let takenTimer: ReturnType<typeof setTimeout> | undefined
  let lastSign = { time: -Infinity, isNote: false }

  function publish(): void {
    clearTimeout(timer)
    const now = performance.now()
    for (const [key, { until }] of writers) if (until <= now) writers.delete(key)
    const next = Math.min(...[...writers.values()].map(({ until }) => until))
    if (writers.size > 0) timer = setTimeout(publish, next - now)
    if (!left) onChange({ viewers, writers: [...writers.values()] })
  }
  function addWriter(key: string, name: string | undefined, isNote: boolean): void {
    writers.set(key, { name, isNote, until: performance.now() + SIGN_LASTS_MS })
    publish()
  }

  function onPublic(event: string, payload: unknown): void {
    const sign = z.safeParse(sideSchema, payload)
    // Colleagues get the name on the other topic.
    if (event === 'writing' && sign.success && sign.data.side !== side)
      addWriter('other side', undefined, false)
  }
  function onStaff(event: string, payload: unknown): void {
    const sign = z.safeParse(namedSchema, payload)
    if (event === 'writing' && sign.success)
      addWriter(sign.data.name, sign.data.name, sign.data.note ?? false)
    const taken = z.safeParse(takenSchema, payload)
    if (event !== 'draft_taken' || !taken.success || taken.data.id !== me.id) return
    // However often it is sent, the server is asked once a second.
    takenTimer ??= setTimeout(() => {
      takenTimer = undefined
      if (!left) tellTakenDraft('elsewhere', ticketId)
    }, TAKEN_EVERY_MS)
  }
  function onPresence(states: unknown[]): void {
    const names = states.flatMap((state) => {
      const viewer = z.safeParse(z.object({ id: z.string(), name: z.string() }), state)
      return viewer.success && viewer.data.id !== me.id ? [viewer.data.name] : []
    })
    viewers = [...new Set(names)].sort()
    publish()
  }

  function onStaffJoined(joined: boolean): void {
    isJoined = joined
    if (!joined) return
    if (isUntold) tellTaken()
    // What was sent meanwhile is not repeated.
    if (wasJoined) tellTakenDraft('elsewhere', ticketId)
    wasJoined = true
  }
  function tellTaken(): void {
    isUntold = !isJoined
    if (isJoined) rooms.staff?.send('draft_taken', { id: me.id })
  }

  function leaveRooms(): void {
    isJoined = false
    for (const open of rooms.open) open.leave()
    rooms.staff?.leave()
    rooms = { open: [] }
  }
  async function enter(): Promise<void> {
    const data = await loadData()
    const topics = await ask(data.rpc('ticket_topics', { ticket_id: ticketId }, { get: true }), topicsSchema)
    if (left) return
    leaveRooms()
    if (!topics) return
    rooms.open = [topics.public, ...(topics.merged ?? [])].map((topic) =>
      joinRoom(topic, { onEvent: onPublic }),
    )
    if (topics.staff)
      rooms.staff = joinRoom(topics.staff, {
        onEvent: onStaff,
        onJoined: onStaffJoined,
        onPresence,
        presence: { key: me.id, state: { id: me.id, name: me.name } },
      })
  }
  // The ticket works without; the next change of topics tries again.
  const tryToEnter = () => void enter().catch(() => undefined)
  const stopMoving = onMoved(tryToEnter)
  tryToEnter()

  return {
    write(isNote) {
      const time = performance.now()
      if (lastSign.isNote === isNote && time - lastSign.time < SIGN_EVERY_MS) return
      lastSign = { time, isNote }
      rooms.staff?.send('writing', { name: me.name, note: isNote })
      if (!isNote) for (const open of rooms.open) open.send('writing', { side })
    },
    tellTakenDraft: tellTaken,
    forgetWriters() {
      if (writers.size === 0) return
      writers.clear()
      publish()
    },
    leave() {
      left = true
      clearTimeout(timer)
      stopMoving()
      leaveRooms()
    },
  }
}
