/** Bytes of each mail that do not count: short ones are always taken. */
const FREE = 100 * 1024

/** One mail in the memory that all mails share. */
export interface HeldMail {
  /** @returns false when there is no room: the mail takes none from then on, and is to be sent again */
  add(bytes: number): boolean
  /** From now on it makes no room for others. */
  arrived(): void
  release(): void
}

/** A mail that can make room. */
interface Arriving {
  sender: string
  bytes: () => number
  makeRoom: () => void
}

/** The oldest mail of the sender whose mails have the most bytes. */
function largestSendersOldest(arriving: readonly Arriving[]): Arriving | undefined {
  const held = new Map<string, number>()
  for (const { sender, bytes } of arriving) held.set(sender, (held.get(sender) ?? 0) + bytes())
  const most = Math.max(...held.values())
  return arriving.find(({ sender }) => held.get(sender) === most)
}

/**
 * Bounds the bytes of mails that arrive or are filed: each is kept whole. Of the sender with the most bytes, the mail that has
 * been arriving for the longest time makes room, so that neither slow senders nor a flood keep memory from others.
 * @param limit - bytes of all
 * @returns opens a mail of a sender. `forget` is called when the mail has made room
 */
export function createMailMemory(limit: number): (sender: string, forget: () => void) => HeldMail {
  let total = 0
  /** Oldest first. */
  const arriving = new Map<HeldMail, Arriving>()

  return (sender, forget) => {
    let arrived = 0
    let counted = 0
    let isForgotten = false
    const makeRoom = () => {
      isForgotten = true
      mail.release()
      forget()
    }
    const mail: HeldMail = {
      add(bytes) {
        arrived += bytes
        const more = Math.max(0, arrived - FREE) - counted
        if (isForgotten || more === 0) return !isForgotten
        arriving.set(mail, { sender, bytes: () => counted, makeRoom })
        while (total + more > limit && !isForgotten)
          (largestSendersOldest([...arriving.values()]) ?? { makeRoom }).makeRoom()
        if (isForgotten) return false
        counted += more
        total += more
        return true
      },
      arrived: () => void arriving.delete(mail),
      release() {
        arriving.delete(mail)
        total -= counted
        counted = 0
      },
    }
    return mail
  }
}
