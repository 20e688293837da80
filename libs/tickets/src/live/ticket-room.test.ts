import { beforeEach, describe, expect, it, vi, type Mock } from 'vitest'
import { onTakenDraft } from './taken-drafts'
import { joinTicketRoom } from './ticket-room'

interface Listeners {
  onJoined?: (joined: boolean) => void
  onEvent?: (event: string, payload: unknown) => void
}

const rooms = vi.hoisted(() => new Map<string, { listeners: Listeners; send: Mock; leave: Mock }>())
vi.mock('@helpdesk/supabase', async (load) => ({
  ...(await load<object>()),
  ask: async () => ({ public: 'open', staff: 'staff', merged: ['of merged'] }),
  loadData: async () => ({ rpc: () => undefined }),
  loadLive: async () => ({
    onMoved: () => () => undefined,
    joinRoom(topic: string, listeners: Listeners) {
      const room = { listeners, send: vi.fn(), leave: vi.fn() }
      rooms.set(topic, room)
      return room
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

describe('somebody who writes', () => {
  beforeEach(() => rooms.clear())

  it('is seen by the requesters of merged tickets too, unless it is a note', async () => {
    const { room } = await enter()
    room.write(true)
    room.write(false)
    for (const topic of ['open', 'of merged'])
      expect(rooms.get(topic)?.send).toHaveBeenCalledExactlyOnceWith('writing', { side: 'support' })
  })

  it('is seen by staff when it is the requester of a merged ticket', async () => {
    const onChange = vi.fn()
    await joinTicketRoom({ ticketId: 'ticket', me: ME, onChange })
    await vi.waitFor(() => expect(rooms.has('of merged')).toBe(true))
    rooms.get('of merged')?.listeners.onEvent?.('writing', { side: 'support' })
    expect(onChange).not.toHaveBeenCalled()
    rooms.get('of merged')?.listeners.onEvent?.('writing', { side: 'customer' })
    expect(onChange).toHaveBeenCalledWith(
      expect.objectContaining({ writers: [expect.objectContaining({ isNote: false })] }),
    )
  })

  it('of merged tickets is left with the page', async () => {
    const { room } = await enter()
    room.leave()
    expect(rooms.get('of merged')?.leave).toHaveBeenCalledOnce()
    room.write(false)
    expect(rooms.get('of merged')?.send).not.toHaveBeenCalled()
  })
})
