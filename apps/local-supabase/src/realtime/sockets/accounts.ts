import { Refused } from '../channels/join'
import type { RealtimeLimits } from '../limits'

/** Bounds what one account has open, from whichever addresses: its channels, and the sockets on which it joined them. */
export function createAccounts({
  accountSockets,
  accountChannels,
}: Pick<RealtimeLimits, 'accountSockets' | 'accountChannels'>) {
  /** The number of its channels on each socket. */
  const accounts = new Map<string, { sockets: Map<object, number>; channels: number }>()

  return {
    /**
     * Takes a place for a channel.
     * @returns gives the place back; call it once
     * @throws Refused when the account has none left
     */
    take(account: string, socket: object): () => void {
      const open = accounts.get(account) ?? { sockets: new Map<object, number>(), channels: 0 }
      const { sockets } = open
      if (!sockets.has(socket) && sockets.size >= accountSockets)
        throw new Refused('ConnectionRateLimitReached: Too many connected users')
      if (open.channels >= accountChannels) throw new Refused('ChannelRateLimitReached: Too many channels')
      accounts.set(account, open)
      const count = (by: number) => {
        open.channels += by
        const amount = (sockets.get(socket) ?? 0) + by
        if (amount > 0) sockets.set(socket, amount)
        else sockets.delete(socket)
      }
      count(1)
      return () => {
        count(-1)
        if (open.channels === 0) accounts.delete(account)
      }
    },
    /** Number of accounts that have a channel. */
    size: () => accounts.size,
  }
}
export type Accounts = ReturnType<typeof createAccounts>
