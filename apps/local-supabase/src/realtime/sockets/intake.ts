import type { RealtimeLimits } from '../limits'

/** Milliseconds of one window of the budgets: short, because all of it may arrive, and be handled, at once. */
export const INTAKE_TICK_MS = 250
const TICKS = 1_000 / INTAKE_TICK_MS

/** Bytes of a socket that is new: enough to join its channels, for which it need not wait until others of its owner may go on. */
const NEW_BYTES = 48 * 1024
/** Windows that new sockets may take in advance. */
const NEW_WINDOWS = 4
/** Windows after which an owner's excess is forgiven. */
const MAX_DEBT = 40

/** A socket, as far as its share is concerned. */
export interface Sharer {
  /** Bytes that are kept for it. */
  held(): number
  /** Whether it is not read, until its owner's next window. */
  rest(isResting: boolean): void
  /** Ends it, because all hold too much, and its owner most. */
  end(): void
}

/** Which of an owner's sockets are read. */
type Reads = 'all' | 'new' | 'none'

interface Owner {
  shares: Set<Share>
  held: number
  spent: number
  reads: Reads
}

type IntakeLimits = Pick<RealtimeLimits, 'ownerBytesPerSecond' | 'allBytesPerSecond' | 'allHeldBytes'>

/**
 * Shares what the process reads in a second, and what it keeps, among the owners of its sockets: each account, and each
 * address for the sockets that have not joined a channel with a session. An owner beyond its part is not read for a while,
 * all its sockets included; the others go on.
 */
export class Intake {
  readonly #owners = new Map<string, Owner>()
  #held = 0
  #spent = 0

  constructor(private readonly limits: IntakeLimits) {}

  /** Bytes that are kept for all sockets. */
  get held(): number {
    return this.#held
  }
  /** Number of owners. */
  get size(): number {
    return this.#owners.size
  }

  open(owner: string, sharer: Sharer): Share {
    return new Share(sharer, this.#ownerOf(owner), {
      ownerOf: (key) => this.#ownerOf(key),
      spend: (share, cost) => this.#spend(share, cost),
      rest: (share) => this.#rest(share),
      changeHeld: (by) => this.#changeHeld(by),
    })
  }

  /** Begins the next window. Called every INTAKE_TICK_MS. */
  tick(): void {
    const { ownerBytesPerSecond, allBytesPerSecond } = this.limits
    this.#spent = Math.max(0, this.#spent - allBytesPerSecond / TICKS)
    for (const [key, owner] of this.#owners) {
      owner.spent = Math.max(0, owner.spent - ownerBytesPerSecond / TICKS)
      for (const share of [...owner.shares]) share.update()
      this.#change(owner)
      if (owner.shares.size === 0 && owner.spent === 0) this.#owners.delete(key)
    }
  }

  #ownerOf(key: string): Owner {
    const known = this.#owners.get(key)
    if (known) return known
    const owner = { shares: new Set<Share>(), held: 0, spent: 0, reads: 'all' as const }
    this.#owners.set(key, owner)
    return owner
  }

  #readsOf({ spent }: Owner): Reads {
    const [own, all] = [this.limits.ownerBytesPerSecond / TICKS, this.limits.allBytesPerSecond / TICKS]
    if (spent >= NEW_WINDOWS * own) return 'none'
    if (spent >= own) return 'new'
    return this.#spent >= all && spent >= all / this.#owners.size ? 'new' : 'all'
  }

  #spend(share: Share, cost: number): void {
    const { owner } = share
    this.#spent += cost
    owner.spent = Math.min(owner.spent + cost, (MAX_DEBT * this.limits.ownerBytesPerSecond) / TICKS)
    // At the end of those that are read again, so that each has its turn.
    owner.shares.delete(share)
    owner.shares.add(share)
    if (!this.#change(owner)) this.#rest(share)
  }

  /** @returns whether other sockets of the owner are read than before */
  #change(owner: Owner): boolean {
    const reads = this.#readsOf(owner)
    if (reads === owner.reads) return false
    owner.reads = reads
    for (const share of owner.shares) this.#rest(share)
    return true
  }

  #rest({ owner, isNew, sharer }: Share): void {
    sharer.rest(owner.reads === 'none' || (owner.reads === 'new' && !isNew))
  }

  #changeHeld(by: number): void {
    this.#held += by
    while (by > 0 && this.#held > this.limits.allHeldBytes) {
      // Of the owner who holds most, so that many small ones do not push out a large one of somebody else.
      const [owner] = [...this.#owners.values()].sort((a, b) => b.held - a.held)
      const [largest] = [...(owner?.shares ?? [])].sort((a, b) => b.held - a.held)
      if (!largest) return
      largest.close()
      largest.sharer.end()
    }
  }
}

interface Shared {
  ownerOf(key: string): Owner
  spend(share: Share, cost: number): void
  rest(share: Share): void
  changeHeld(by: number): void
}

/** One socket's part. */
export class Share {
  #held = 0
  #spent = 0
  #isClosed = false

  constructor(
    readonly sharer: Sharer,
    private current: Owner,
    private readonly shared: Shared,
  ) {
    current.shares.add(this)
  }

  get owner(): Owner {
    return this.current
  }
  get held(): number {
    return this.#held
  }
  get isNew(): boolean {
    return this.#spent <= NEW_BYTES
  }

  /** Counts what was read. */
  spend(cost: number): void {
    if (this.#isClosed) return
    this.#spent += cost
    this.shared.spend(this, cost)
  }

  /** Reads again what is kept for the socket. */
  update(): void {
    if (!this.#isClosed) this.#setHeld(this.sharer.held())
  }

  /** From now on it counts for another owner. */
  moveTo(key: string): void {
    const owner = this.shared.ownerOf(key)
    if (this.#isClosed || owner === this.current) return
    this.current.shares.delete(this)
    this.current.held -= this.#held
    this.current = owner
    owner.shares.add(this)
    owner.held += this.#held
    this.shared.rest(this)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#setHeld(0)
    this.current.shares.delete(this)
  }

  #setHeld(bytes: number): void {
    const by = bytes - this.#held
    this.#held = bytes
    this.current.held += by
    this.shared.changeHeld(by)
  }
}
