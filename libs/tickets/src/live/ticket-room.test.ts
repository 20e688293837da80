import { beforeEach, describe, expect, it, vi } from 'vitest'
import { onTakenDraft } from './taken-drafts'
import { joinTicketRoom } from './ticket-room'

interface Listeners {
  onJoined?: (joined: boolean) => void
}

const rooms = vi.hoisted(() => new Map<string, { listeners: Listeners; send: ReturnType<typeof vi.fn> }>())
vi.mock('@helpdesk/supabase', async (load) => ({
  ...(await load<object>()),
  ask: async () => ({ public: 'open', staff: 'staff' }),
  loadData: async () => ({ rpc: () => undefined }),
  loadLive: async () => ({
    onMoved: () => () => undefined,
    joinRoom(topic: string, listeners: Listeners) {
      const send = vi.fn()
      rooms.set(topic, { listeners, send })
      return { send, leave: () => undefined }
    },
  }),
}))

const ME = { id: 'me', name: 'Ann', isStaff: true }
async function enter() {
  const room = await joinTicketRoom({ ticketId: 'ticket', me: ME, onChange: () => undefined })
  await vi.waitFor(() => expect(rooms.has('staff')).toBe(true))
  const { listeners, send } = rooms.get('staff') ?? {}
  return { room, send, join: (joined: boolean) => listeners?.onJoined?.(joined) }
}

describe('a draft that is taken over', () => {
  beforeEach(() => rooms.clear())

  it('is sent at once in a room that is joined', async () => {
    const { room, send, join } = await enter()
    join(true)
    room.tellTakenDraft()
    expect(send).toHaveBeenCalledExactlyOnceWith('draft_taken', { id: 'me' })
  })

  it('before the room is joined is sent as soon as it is', async () => {
    const { room, send, join } = await enter()
    room.tellTakenDraft()
    expect(send).not.toHaveBeenCalled()
    join(true)
    expect(send).toHaveBeenCalledExactlyOnceWith('draft_taken', { id: 'me' })
  })

  it('while the room was lost is asked for when it is joined again', async () => {
    const asked = vi.fn()
    const stop = onTakenDraft('elsewhere', asked)
    const { join } = await enter()
    join(true)
    expect(asked).not.toHaveBeenCalled()
    join(false)
    join(true)
    expect(asked).toHaveBeenCalledExactlyOnceWith('ticket')
    stop()
  })
})
