import { setTimeout as sleep } from 'node:timers/promises'
import type { ListenMeta, Sql } from 'postgres'

/** Opens a pool of postgres.js with these options added. */
export type OpenPool = (added: {
  max?: number
  fetch_types?: boolean
  onclose(): void
  onnotify?(channel: string, payload: string): void
}) => Sql

/** Milliseconds until a lost connection is replaced, and until the next attempt. */
const RETRY_MS = 200

interface Listener {
  onNotify: (payload: string) => void
  onListen: (() => void) | undefined
}

/**
 * LISTEN on a connection of its own, which is replaced when it is lost. (Of several channels postgres.js 3.4.9 forgets some
 * when its first attempt to connect again fails.)
 */
export function createListener(openPool: OpenPool, onRenewed = () => {}) {
  const channels = new Map<string, Set<Listener>>()
  let hasEnded = false
  let current: Sql | undefined
  let replacing: Promise<void> | undefined

  function open(): Sql {
    const sql = openPool({
      max: 1,
      fetch_types: false,
      onnotify: (channel, payload) => {
        for (const { onNotify } of channels.get(channel) ?? []) onNotify(payload)
      },
      onclose: () => {
        if (sql === current && !hasEnded) replacing = replace(sql)
      },
    })
    return sql
  }

  const command = (sql: Sql, verb: 'listen' | 'unlisten', channel: string) =>
    sql.unsafe(`${verb} "${channel.replaceAll('"', '""')}"`)

  async function replace(lost: Sql): Promise<void> {
    current = undefined
    void lost.end({ timeout: 0 })
    while (!hasEnded && !current) {
      await sleep(RETRY_MS, undefined, { ref: false })
      const sql = open()
      try {
        for (const channel of channels.keys()) await command(sql, 'listen', channel)
        if (!hasEnded) current = sql
      } catch {
        // Tried again.
      }
      if (sql !== current) await sql.end({ timeout: 0 })
    }
    if (hasEnded) return
    onRenewed()
    for (const listeners of channels.values()) for (const { onListen } of listeners) onListen?.()
  }

  async function listen(
    channel: string,
    onNotify: Listener['onNotify'],
    onListen?: () => void,
  ): Promise<ListenMeta> {
    const listener = { onNotify, onListen }
    const listeners = channels.get(channel) ?? new Set()
    channels.set(channel, listeners.add(listener))
    await replacing
    current ??= open()
    const { state, statement, command: verb } = await command(current, 'listen', channel)
    onListen?.()
    async function unlisten(): Promise<void> {
      listeners.delete(listener)
      if (listeners.size > 0 || channels.get(channel) !== listeners) return
      channels.delete(channel)
      if (current && !hasEnded) await command(current, 'unlisten', channel)
    }
    return { state, statement, command: verb, count: null, unlisten }
  }

  return {
    listen,
    async end() {
      hasEnded = true
      await current?.end({ timeout: 0 })
    },
  }
}
