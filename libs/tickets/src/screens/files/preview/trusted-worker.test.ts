// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('creates the policy once for two remotes, each of which bundles this module', async () => {
  // Like the browser under the portal's content security policy, which does not allow duplicates.
  const names = new Set<string>()
  const createPolicy = vi.fn((name: string, rules: { createScriptURL: (url: string) => string }) => {
    if (names.has(name)) throw new TypeError(`Policy ${name} already exists`)
    names.add(name)
    return rules
  })
  vi.stubGlobal('trustedTypes', { createPolicy })
  const workers: string[] = []
  vi.stubGlobal(
    'Worker',
    class {
      constructor(url: string) {
        workers.push(url)
      }
    },
  )
  const first = await import('./trusted-worker')
  vi.resetModules()
  const second = await import('./trusted-worker')
  expect(second.startTrustedWorker).not.toBe(first.startTrustedWorker)
  first.startTrustedWorker(`${location.origin}/remotes/a/worker.js`)
  second.startTrustedWorker(`${location.origin}/remotes/b/worker.js`)
  second.startTrustedWorker(`${location.origin}/remotes/b/worker.js`)
  expect(createPolicy).toHaveBeenCalledOnce()
  expect(workers.map((url) => new URL(url).pathname)).toEqual([
    '/remotes/a/worker.js',
    '/remotes/b/worker.js',
    '/remotes/b/worker.js',
  ])
})
