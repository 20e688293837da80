import { expect, it, vi } from 'vitest'
import { Intake } from './intake'

const limits = { ownerBytesPerSecond: 400_000, allBytesPerSecond: 1_000_000, allHeldBytes: 1_000_000 }

function newIntake(own: Partial<typeof limits> = {}) {
  const intake = new Intake({ ...limits, ...own })
  const open = (owner: string) => {
    const sharer = { bytes: 0, isResting: false, hasEnded: false }
    const share = intake.open(owner, {
      held: () => sharer.bytes,
      rest: (isResting) => void (sharer.isResting = isResting),
      end: vi.fn(() => void (sharer.hasEnded = true)),
    })
    const keep = (bytes: number) => {
      sharer.bytes = bytes
      share.update()
    }
    return { share, sharer, keep }
  }
  return { intake, open }
}

it('reads none of an owner’s sockets once it used up its part, until the next window', () => {
  const { intake, open } = newIntake()
  const [one, two, other] = [open('a'), open('a'), open('b')]
  two.share.spend(60_000)
  one.share.spend(90_000)
  other.share.spend(60_000)
  expect([one, two, other].map(({ sharer }) => sharer.isResting)).toEqual([true, true, false])
  intake.tick()
  expect([one, two].map(({ sharer }) => sharer.isResting)).toEqual([false, false])
})

it('makes an owner wait as long as it exceeded its part', () => {
  const { intake, open } = newIntake()
  const one = open('a')
  one.share.spend(450_000)
  const rests = Array.from({ length: 5 }, () => {
    intake.tick()
    return one.sharer.isResting
  })
  expect(rests).toEqual([true, true, true, false, false])
})

it('does not read new sockets either when they are many', () => {
  const { intake, open } = newIntake()
  const many = Array.from({ length: 20 }, () => open('a'))
  for (const { share } of many) share.spend(30_000)
  expect(many.every(({ sharer }) => sharer.isResting)).toBe(true)
  for (let n = 0; n < 3; n += 1) intake.tick()
  expect(many.some(({ sharer }) => sharer.isResting)).toBe(false)
})

it('lets a new socket join although its owner’s others are not read', () => {
  const { open } = newIntake()
  open('a').share.spend(300_000)
  const fresh = open('a')
  fresh.share.spend(40_000)
  expect(fresh.sharer.isResting).toBe(false)
  fresh.share.spend(40_000)
  expect(fresh.sharer.isResting).toBe(true)
})

it('reads a socket again that joined for an account', () => {
  const { open } = newIntake()
  const socket = open('a')
  socket.share.spend(500_000)
  expect(socket.sharer.isResting).toBe(true)
  socket.share.moveTo('account:ada')
  expect(socket.sharer.isResting).toBe(false)
})

it('slows down only those with more than their part when all together are beyond the limit', () => {
  const { open } = newIntake({ allBytesPerSecond: 400_000, ownerBytesPerSecond: 390_000 })
  const [quiet, loud, another] = [open('a'), open('b'), open('c')]
  quiet.share.spend(1_000)
  loud.share.spend(90_000)
  another.share.spend(90_000)
  quiet.share.spend(1_000)
  loud.share.spend(1)
  expect([quiet, loud, another].map(({ sharer }) => sharer.isResting)).toEqual([false, true, true])
})

it('ends a socket of the owner whose sockets hold most together', () => {
  const { intake, open } = newIntake()
  const many = Array.from({ length: 20 }, () => open('stranger'))
  const staff = open('account:ada')
  staff.keep(300_000)
  for (const { keep } of many) keep(40_000)
  expect(staff.sharer.hasEnded).toBe(false)
  expect(many.filter(({ sharer }) => sharer.hasEnded).length).toBeGreaterThan(0)
  expect(intake.held).toBeLessThanOrEqual(1_000_000)
})

it('forgets owners without sockets, but not what they spent last', () => {
  const { intake, open } = newIntake()
  const { share } = open('a')
  share.spend(150_000)
  share.close()
  intake.tick()
  expect(intake.size).toBe(1)
  const fresh = open('a')
  fresh.share.spend(60_000)
  expect(fresh.sharer.isResting).toBe(true)
  fresh.share.close()
  for (let n = 0; n < 3; n += 1) intake.tick()
  expect([intake.size, intake.held]).toEqual([0, 0])
})
