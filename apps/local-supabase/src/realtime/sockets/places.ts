import type { RealtimeLimits } from '../limits'

/** Milliseconds that a socket has for its first join before it may have to give way. */
const JOIN_MS = 5_000

interface Placed {
  address: string
  openedAt: number
  /** Whether it has joined no channel. */
  isStranger: boolean
  terminate(): void
}

/** Bounds the open sockets, and those of one address. Beyond, one that has not joined a channel gives way to a new one. */
export function createPlaces<Socket extends Placed>(
  { sockets, addressSockets }: Pick<RealtimeLimits, 'sockets' | 'addressSockets'>,
  now: () => number = Date.now,
) {
  /** Oldest first. */
  const all = new Set<Socket>()
  const counts = new Map<string, number>()

  function count(address: string, by: number): void {
    const amount = (counts.get(address) ?? 0) + by
    if (amount > 0) counts.set(address, amount)
    else counts.delete(address)
  }

  function remove(socket: Socket): void {
    if (all.delete(socket)) count(socket.address, -1)
  }

  /** @param address - undefined: of any address */
  function makeRoom(address?: string): boolean {
    for (const socket of all) {
      const isOther = address !== undefined && socket.address !== address
      if (isOther || !socket.isStranger || now() - socket.openedAt < JOIN_MS) continue
      remove(socket)
      socket.terminate()
      return true
    }
    return false
  }

  return {
    all: all as ReadonlySet<Socket>,
    /** @returns the status with which a new socket of the address is refused */
    refusal(address: string): string | undefined {
      if ((counts.get(address) ?? 0) >= addressSockets && !makeRoom(address)) return '429 Too Many Requests'
      if (all.size >= sockets && !makeRoom()) return '503 Service Unavailable'
      return undefined
    },
    add(socket: Socket): void {
      all.add(socket)
      count(socket.address, 1)
    },
    delete: remove,
  }
}
