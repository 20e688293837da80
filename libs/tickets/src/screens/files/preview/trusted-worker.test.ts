// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** The addresses of the workers that are started from now on. */
function recordWorkers(): string[] {
  const workers: string[] = []
  vi.stubGlobal(
    'Worker',
    class {
      constructor(url: string) {
        workers.push(url)
      }
    },
  )
  return workers
}

/** Blobs that are given an address, as text. */
function recordBlobs(): Promise<string>[] {
  const blobs: Promise<string>[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob instanceof Blob ? readText(blob) : Promise.reject(new Error('not a blob')))
    return `blob:${blobs.length}`
  })
  return blobs
}

const readText = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob)
  })

const HASH = `sha384-${'A'.repeat(64)}`
const own = `${location.origin}/remotes/a/worker.js`
const foreign = 'https://remotes.example.com/a/worker.js'
const answer = (body: string, init?: ResponseInit) =>
  vi.fn<typeof fetch>(() => Promise.resolve(new Response(body, init)))

beforeEach(() => {
  // jsdom has no object addresses
  URL.createObjectURL ??= () => ''
})
afterEach(() => {
  vi.restoreAllMocks()
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
  const workers = recordWorkers()
  const first = await import('./trusted-worker')
  vi.resetModules()
  const second = await import('./trusted-worker')
  expect(second.startTrustedWorker).not.toBe(first.startTrustedWorker)
  await first.startTrustedWorker(`${location.origin}/remotes/a/worker.js`)
  await second.startTrustedWorker(`${location.origin}/remotes/b/worker.js`)
  await second.startTrustedWorker(`${location.origin}/remotes/b/worker.js`)
  expect(createPolicy).toHaveBeenCalledOnce()
  expect(workers.map((url) => new URL(url).pathname)).toEqual([
    '/remotes/a/worker.js',
    '/remotes/b/worker.js',
    '/remotes/b/worker.js',
  ])
})

it('compares the script with the hash of the release before it runs', async () => {
  vi.stubGlobal('helpdeskIntegrity', () => HASH)
  const fetched = answer('released code')
  vi.stubGlobal('fetch', fetched)
  const workers = recordWorkers()
  const { startTrustedWorker } = await import('./trusted-worker')
  await startTrustedWorker(own)
  await startTrustedWorker(own)
  expect(fetched.mock.calls.map(([url, init]) => [url, init?.integrity])).toEqual([[own, HASH]])
  expect(workers).toEqual([own, own])
})

it('runs the very bytes that were compared when the script has another origin', async () => {
  vi.stubGlobal('helpdeskIntegrity', () => HASH)
  vi.stubGlobal('fetch', answer('released code'))
  const [workers, blobs] = [recordWorkers(), recordBlobs()]
  const { startTrustedWorker } = await import('./trusted-worker')
  await startTrustedWorker(foreign)
  expect(workers).toEqual(['blob:1'])
  expect(await Promise.all(blobs)).toEqual(['released code'])
})

it.each([
  [
    'differs from its hash',
    () => vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('Failed to fetch')),
  ],
  ['is gone', () => answer('Not found', { status: 404 })],
])('starts no worker whose script %s, and tries again later', async (_, failing) => {
  vi.stubGlobal('helpdeskIntegrity', () => HASH)
  vi.stubGlobal('fetch', failing())
  const workers = recordWorkers()
  const { startTrustedWorker } = await import('./trusted-worker')
  await expect(startTrustedWorker(own)).rejects.toThrow(TypeError)
  expect(workers).toEqual([])
  vi.stubGlobal('fetch', answer('released code'))
  await startTrustedWorker(own)
  expect(workers).toEqual([own])
})

it('starts no worker for which the release has no hash', async () => {
  vi.stubGlobal('helpdeskIntegrity', () => {
    throw new Error('no hash')
  })
  const workers = recordWorkers()
  const { startTrustedWorker } = await import('./trusted-worker')
  await expect(startTrustedWorker(own)).rejects.toThrow('no hash')
  expect(workers).toEqual([])
})

it('imports the script of a development server, which has no hashes', async () => {
  const [workers, blobs] = [recordWorkers(), recordBlobs()]
  const { startTrustedWorker } = await import('./trusted-worker')
  await startTrustedWorker(foreign)
  expect(workers).toEqual(['blob:1'])
  expect(await Promise.all(blobs)).toEqual([`import "${foreign}"`])
})
