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

/**
 * Bounds the bytes of mails that arrive or are filed: each is kept whole. The mail that has been arriving for the longest time
 * makes room for others, so that slow senders keep no memory from them.
 * @param limit - bytes of all
 * @returns takes what forgets the bytes of a mail that made room
 */
export function createMailMemory(limit: number): (forget: () => void) => HeldMail {
  let total = 0
  /** Those that can make room, with what makes them do so, oldest first. */
  const arriving = new Map<HeldMail, () => void>()

  return (forget) => {
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
        arriving.set(mail, makeRoom)
        for (const drop of arriving.values()) if (total + more > limit) drop()
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
