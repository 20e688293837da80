import { CONTRACT_VERSION } from '@helpdesk/remote-contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRemoteLoader, type FetchRemote } from './loader'

const good = { contractVersion: CONTRACT_VERSION, routes: [] }
const down = () => Promise.reject(new TypeError('Failed to fetch'))

afterEach(() => vi.useRealTimers())

describe('the remote loader', () => {
  it('asks once, however many want the remote', async () => {
    const fetchRemote = vi.fn<FetchRemote>().mockResolvedValue(good)
    const loader = createRemoteLoader(fetchRemote)
    const [first, second] = await Promise.all([
      loader.load('customer-portal'),
      loader.load('customer-portal'),
    ])
    expect(first).toBe(second)
    expect(fetchRemote).toHaveBeenCalledExactlyOnceWith('customer-portal', { fresh: false })
  })

  it('remembers a failure until a retry, which starts afresh', async () => {
    const fetchRemote = vi.fn<FetchRemote>().mockImplementationOnce(down).mockResolvedValue(good)
    const loader = createRemoteLoader(fetchRemote)
    const failure = { name: 'RemoteError', reason: 'unreachable', remote: 'admin-console' }
    await expect(loader.load('admin-console')).rejects.toMatchObject(failure)
    await expect(loader.load('admin-console')).rejects.toMatchObject(failure)
    expect(fetchRemote).toHaveBeenCalledTimes(1)
    await expect(loader.retry('admin-console')).resolves.toBe(good)
    expect(fetchRemote).toHaveBeenLastCalledWith('admin-console', { fresh: true })
    await expect(loader.load('admin-console')).resolves.toBe(good)
  })

  it('gives up on a server that hangs', async () => {
    vi.useFakeTimers()
    const loader = createRemoteLoader(() => new Promise(() => undefined))
    const outcome = expect(loader.load('agent-workspace')).rejects.toMatchObject({ reason: 'timeout' })
    await vi.advanceTimersByTimeAsync(10_000)
    await outcome
  })

  it.each([
    ['an older contract', { ...good, contractVersion: CONTRACT_VERSION - 1 }],
    ['a newer contract', { ...good, contractVersion: CONTRACT_VERSION + 1 }],
    ['no version', { routes: [] }],
    ['no routes', { contractVersion: CONTRACT_VERSION }],
    ['nothing', undefined],
  ])('refuses a remote with %s', async (_, module) => {
    const loader = createRemoteLoader(() => Promise.resolve(module))
    await expect(loader.load('customer-portal')).rejects.toMatchObject({ reason: 'contract' })
  })

  it('lets one remote fail without the others', async () => {
    const loader = createRemoteLoader((name) => (name === 'admin-console' ? down() : Promise.resolve(good)))
    await expect(loader.load('admin-console')).rejects.toThrow()
    await expect(loader.load('agent-workspace')).resolves.toBe(good)
  })
})
