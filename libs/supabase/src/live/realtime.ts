import { RealtimeClient, type RealtimeChannel, type RealtimeClientOptions } from '@supabase/realtime-js'

/** Milliseconds until a client without channels disconnects: a change of screens keeps the connection. */
const DISCONNECT_MS = 3_000
/** Milliseconds until a channel that the server closed is joined again. */
const REJOIN_MS = 1_000
const LONGEST_RECONNECT_MS = 3_000

/** Milliseconds before the next attempt to connect, spread so that the clients of a restarted server come one by one. */
export const reconnectDelay = (tries: number): number =>
  Math.min(LONGEST_RECONNECT_MS, 250 * 2 ** (tries - 1)) * (0.5 + Math.random() / 2)

export interface LiveOptions {
  /** Origin of the backend. */
  url: string
  publishableKey: string
  /** The current token; asked at every join and heartbeat, so that its owner alone renews it. */
  accessToken: () => Promise<string | null>
  transport?: RealtimeClientOptions['transport']
}

/** The ids in a hint; undefined when it names none, or something else. */
function idsOf(payload: unknown): string[] | undefined {
  const ids = typeof payload === 'object' && payload !== null && 'ids' in payload ? payload.ids : undefined
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : undefined
}

interface Listeners {
  /** A broadcast on the topic. What it says is anybody's who may send there. */
  onEvent(event: string, payload: unknown): void
  /** The channel was joined, again after a break, or lost. */
  onJoined?(joined: boolean): void
  /** Everybody on the topic, with what each tracks. */
  onPresence?(states: unknown[]): void
  /** Shown to the others on the topic. Its key groups the tabs of one person. */
  presence?: { key: string; state: Record<string, unknown> }
}

export interface Room {
  /** Broadcasts to the others on the topic; does nothing while the connection is lost. */
  send(event: string, payload: Record<string, unknown>): void
  leave(): void
}

/** A realtime connection with the rooms that are joined through it. */
export function createLive({ url, publishableKey, accessToken, transport }: LiveOptions) {
  const socket: RealtimeClient = new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: publishableKey },
    accessToken,
    reconnectAfterMs: reconnectDelay,
    disconnectOnEmptyChannelsAfterMs: DISCONNECT_MS,
    decode(data, take) {
      // Anybody on a topic can send bytes that only claim to be JSON, or a broadcast without an event: they cost that
      // message alone, not the page.
      try {
        socket.serializer.decode(data, take)
      } catch (error) {
        console.warn('A realtime message could not be read:', error)
      }
    },
    ...(transport && { transport }),
  })
  const leaving = new Map<string, Promise<unknown>>()
  const movers = new Set<() => void>()

  /** Joins a private topic, again after every break, until left. */
  function joinRoom(topic: string, { onEvent, onJoined, onPresence, presence }: Listeners): Room {
    let channel: RealtimeChannel | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false

    async function join(): Promise<void> {
      await leaving.get(topic)
      // The token of the session that is signed in now.
      await socket.setAuth()
      if (left) return
      const joined = socket.channel(topic, {
        config: { private: true, ...(presence && { presence: { key: presence.key, enabled: true } }) },
      })
      channel = joined
      joined.on('broadcast', { event: '*' }, ({ event, payload }) => onEvent(event, payload))
      if (onPresence)
        joined.on('presence', { event: 'sync' }, () =>
          onPresence(Object.values(joined.presenceState()).flat()),
        )
      joined.subscribe((status) => {
        if (left) return
        onJoined?.(status === 'SUBSCRIBED')
        if (status === 'SUBSCRIBED' && presence) void joined.track(presence.state)
        // The server closes a channel whose token expired while the page slept.
        if (status === 'CLOSED') timer = setTimeout(() => void join(), REJOIN_MS)
      })
    }
    void join()

    return {
      send(event, payload) {
        // Otherwise it would be sent by a request.
        if (channel?.state === 'joined') void channel.send({ type: 'broadcast', event, payload })
      },
      leave() {
        left = true
        clearTimeout(timer)
        if (!channel) return
        const gone = socket
          .removeChannel(channel)
          .finally(() => leaving.get(topic) === gone && leaving.delete(topic))
        leaving.set(topic, gone)
      },
    }
  }

  /** Calls the listener after topics got other names, because somebody's rights changed. @returns stops it */
  function onMoved(listener: () => void): () => void {
    movers.add(listener)
    return () => void movers.delete(listener)
  }

  /**
   * Joins topics on which the backend tells of changes.
   * @param onHint gets the ids of the tickets, if the hint names them
   * @param onLost is called when a topic is lost, and after each attempt to join it again that failed
   */
  function followTopics(onHint: (ticketIds?: string[]) => void, onLost: () => void) {
    const rooms = new Map<string, { room: Room; joined: boolean }>()
    return {
      /** Leaves topics that are not among these, and joins the others. */
      set(topics: readonly string[]): void {
        let moved = false
        for (const [topic, { room }] of rooms) {
          if (topics.includes(topic)) continue
          rooms.delete(topic)
          room.leave()
          moved = true
        }
        for (const topic of topics) {
          if (rooms.has(topic)) continue
          const entry = {
            joined: false,
            room: joinRoom(topic, {
              onEvent: (_event, payload) => onHint(idsOf(payload)),
              onJoined(joined) {
                entry.joined = joined
                // What happened before is not repeated.
                if (joined) onHint()
                else onLost()
              },
            }),
          }
          rooms.set(topic, entry)
        }
        if (moved) for (const listener of movers) listener()
      },
      /** True when all topics are joined. */
      isLive: () => rooms.size > 0 && [...rooms.values()].every(({ joined }) => joined),
      stop(): void {
        for (const { room } of rooms.values()) room.leave()
        rooms.clear()
      },
    }
  }

  return { joinRoom, onMoved, followTopics }
}
export type Live = ReturnType<typeof createLive>
