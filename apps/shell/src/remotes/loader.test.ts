import { CONTRACT_VERSION } from '@helpdesk/remote-contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RemoteError } from './errors'
import { createRemoteLoader, type FetchRemote } from './loader'

const validModule = { contractVersion: CONTRACT_VERSION, routes: [] }
const failToFetch = () => Promise.reject(new TypeError('Failed to fetch'))

afterEach(() => vi.useRealTimers())

describe('createRemoteLoader', () => {
  it('fetches a remote once for concurrent callers', async () => {
    const fetchRemote = vi.fn<FetchRemote>().mockResolvedValue(validModule)
    const loader = createRemoteLoader(fetchRemote)
    const [first, second] = await Promise.all([
      loader.load('customer-portal'),
      loader.load('customer-portal'),
    ])
    expect(first).toBe(second)
    expect(fetchRemote).toHaveBeenCalledExactlyOnceWith('customer-portal', { fresh: false })
  })

  it('keeps a failure until a retry, which bypasses caches', async () => {
    const fetchRemote = vi
      .fn<FetchRemote>()
      .mockImplementationOnce(failToFetch)
      .mockResolvedValue(validModule)
    const loader = createRemoteLoader(fetchRemote)
    const failure = { name: 'RemoteError', reason: 'unreachable', remote: 'admin-console' }
    await expect(loader.load('admin-console')).rejects.toMatchObject(failure)
    await expect(loader.load('admin-console')).rejects.toMatchObject(failure)
    expect(fetchRemote).toHaveBeenCalledTimes(1)
    await expect(loader.retry('admin-console')).resolves.toBe(validModule)
    expect(fetchRemote).toHaveBeenLastCalledWith('admin-console', { fresh: true })
    await expect(loader.load('admin-console')).resolves.toBe(validModule)
  })

  it('times out after 5 seconds and uses the late answer', async () => {
    vi.useFakeTimers()
    let answer: (module: unknown) => void = () => undefined
    const fetchRemote = vi.fn<FetchRemote>(() => new Promise((resolve) => (answer = resolve)))
    const loader = createRemoteLoader(fetchRemote)
    const failure = loader.load('agent-workspace').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    const error = await failure
    expect(error).toMatchObject({ name: 'RemoteError', reason: 'timeout' })
    // while it hangs, the next navigation does not wait again
    await expect(loader.load('agent-workspace')).rejects.toBe(error)
    answer(validModule)
    await expect((error as RemoteError).late).resolves.toBe(validModule)
    await expect(loader.load('agent-workspace')).resolves.toBe(validModule)
    expect(fetchRemote).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['an older contract', { ...validModule, contractVersion: CONTRACT_VERSION - 1 }, 'remote-older'],
    ['a newer contract', { ...validModule, contractVersion: CONTRACT_VERSION + 1 }, 'portal-older'],
    ['no version', { routes: [] }, 'remote-older'],
    ['no routes', { contractVersion: CONTRACT_VERSION }, 'remote-older'],
    ['no module', undefined, 'remote-older'],
  ])('rejects a remote with %s', async (_, module, reason) => {
    const loader = createRemoteLoader(() => Promise.resolve(module))
    await expect(loader.load('customer-portal')).rejects.toMatchObject({ reason })
  })

  it('reports why a remote was not fetched', async () => {
    const loader = createRemoteLoader((name) => Promise.reject(new RemoteError(name, 'disabled', 'off')))
    await expect(loader.load('agent-workspace')).rejects.toMatchObject({ reason: 'disabled' })
  })

  it('loads other remotes after one failed', async () => {
    const loader = createRemoteLoader((name) =>
      name === 'admin-console' ? failToFetch() : Promise.resolve(validModule),
    )
    await expect(loader.load('admin-console')).rejects.toThrow()
    await expect(loader.load('agent-workspace')).resolves.toBe(validModule)
  })
})
