import { describe, expect, it, vi } from 'vitest'
import { createGuard } from './guard'

const fail = () => {
  throw new Error('broken')
}

describe('a guard', () => {
  it('logs what a callback throws, and closes its client', () => {
    const [log, close] = [vi.fn(), vi.fn()]
    createGuard({ name: 'socket', log, close })(fail)()
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^socket: Error: broken\n/), {
      level: 'error',
    })
    expect(close).toHaveBeenCalledOnce()
  })

  it('does so for a promise that rejects', async () => {
    const [log, close] = [vi.fn(), vi.fn()]
    createGuard({ name: 'timer', log, close })(() => Promise.reject(new Error('late')))()
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^timer: Error: late\n/), {
      level: 'error',
    })
  })

  it('survives a close that fails too', () => {
    const log = vi.fn()
    createGuard({ name: 'socket', log, close: fail })(fail)()
    expect(log).toHaveBeenCalledTimes(2)
  })

  it('passes arguments on', () => {
    const callback = vi.fn()
    createGuard({ name: 'socket', log: fail })(callback)(1, 'two')
    expect(callback).toHaveBeenCalledExactlyOnceWith(1, 'two')
  })
})
