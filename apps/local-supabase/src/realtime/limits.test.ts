import { describe, expect, it } from 'vitest'
import { readSettings } from '../settings'
import { createAverage, createMessageShares, createWindow, parseRealtimeLimits } from './limits'

describe('HELPDESK_REALTIME_LIMITS', () => {
  it('changes the limits that it names', () => {
    expect(readSettings({ HELPDESK_REALTIME_LIMITS: 'sockets=3, idleMs=2000' }).realtimeLimits).toEqual({
      sockets: 3,
      idleMs: 2000,
    })
    expect(readSettings({}).realtimeLimits).toEqual({})
  })

  it.each(['socket=3', 'sockets', 'sockets=0', 'sockets=1.5', 'sockets=1=2', 'toString=1', 'sockets=1,'])(
    'refuses %s',
    (text) => expect(() => parseRealtimeLimits(text)).toThrow(/HELPDESK_REALTIME_LIMITS: .* frameBytes/),
  )
})

describe('a window', () => {
  it('lets an amount pass in its time, and again afterwards', () => {
    let now = 0
    const within = createWindow(2, 1_000, () => now)
    expect([within(), within(), within()]).toEqual([true, true, false])
    now = 999
    expect(within()).toBe(false)
    now = 1_000
    expect([within(), within(), within()]).toEqual([true, true, false])
  })
})

describe('an average', () => {
  it('lets a burst pass, and is exceeded until a minute has evened it out', () => {
    const { add, tick, isExceeded } = createAverage(2)
    for (let n = 0; n < 30; n += 1) add()
    expect(isExceeded()).toBe(false)
    tick()
    expect(isExceeded()).toBe(true)
    tick()
    tick()
    // 30 in 15 seconds
    expect(isExceeded()).toBe(true)
    tick()
    expect(isExceeded()).toBe(false)
  })

  it('forgets what is older than a minute', () => {
    const { add, tick, isExceeded } = createAverage(2)
    for (let part = 0; part < 12; part += 1) tick()
    for (let n = 0; n < 119; n += 1) add()
    tick()
    expect(isExceeded()).toBe(false)
    add()
    tick()
    expect(isExceeded()).toBe(true)
    for (let part = 0; part < 11; part += 1) tick()
    expect(isExceeded()).toBe(false)
  })
})

describe('the share of messages', () => {
  it('lets one account send a quarter of all, receivers included, in any minute', () => {
    let now = 0
    const within = createMessageShares(2, () => now)
    expect([within('a', 9), within('a', 9), within('a', 9), within('a', 9)]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(within('b', 9)).toBe(true)
    now = 65_000
    expect(within('a', 9)).toBe(true)
  })

  it('is no larger around the end of a minute', () => {
    let now = 0
    const within = createMessageShares(2, () => now)
    expect(within('a', 0)).toBe(true)
    now = 59_000
    expect([within('a', 9), within('a', 9), within('a', 9)]).toEqual([true, true, false])
    now = 64_000
    expect([within('a', 9), within('a', 9)]).toEqual([false, false])
    now = 125_000
    expect([within('a', 9), within('a', 9), within('a', 9)]).toEqual([true, true, true])
  })

  it('lets a message to more receivers than a share pass alone', () => {
    const within = createMessageShares(2, () => 0)
    expect([within('a', 99), within('a', 0), within('b', 0), within('b', 99)]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })
})
