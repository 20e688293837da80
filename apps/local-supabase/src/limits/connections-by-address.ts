import type { Socket } from 'node:net'

/** Connections by the address of their client, the oldest of each first. */
export class ConnectionsByAddress {
  readonly #addresses = new Map<string, Set<Socket>>()

  add(address: string, socket: Socket): void {
    const sockets = this.#addresses.get(address)
    if (sockets) sockets.add(socket)
    else this.#addresses.set(address, new Set([socket]))
  }

  delete(address: string, socket: Socket): void {
    const sockets = this.#addresses.get(address)
    sockets?.delete(socket)
    if (sockets?.size === 0) this.#addresses.delete(address)
  }

  count(address: string): number {
    return this.#addresses.get(address)?.size ?? 0
  }

  oldest(address: string): Socket | undefined {
    return this.#addresses.get(address)?.values().next().value
  }

  addresses(): Iterable<string> {
    return this.#addresses.keys()
  }
}

/** The address with the most connections of these kinds together. */
export function busiest(...kinds: ConnectionsByAddress[]): string | undefined {
  let [most, found]: [number, string | undefined] = [0, undefined]
  for (const kind of kinds)
    for (const address of kind.addresses()) {
      const count = kinds.reduce((sum, each) => sum + each.count(address), 0)
      if (count > most) [most, found] = [count, address]
    }
  return found
}
