import { releaseOf } from '@helpdesk/remote-contract/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { isMissingChunk } from '../app/missing-chunk'
import { areDelivered, expectFiles } from './integrity'

const HASH = `sha384-${'A'.repeat(64)}`
const release = releaseOf('agent-workspace', {
  base: 'https://remotes.example.com/agent-workspace/1/',
  files: { 'assets/Listed-A1b2C3d4.js': HASH, 'assets/Listed-A1b2C3d4.css': HASH },
})
const address = (file: string) => release.base + file
const links = () => [...document.head.querySelectorAll('link')]

/** Lets the browser answer each link that is added. */
function answerLinks(answer: 'load' | 'error') {
  const append = document.head.append.bind(document.head)
  const added: HTMLLinkElement[] = []
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    append(...nodes)
    for (const node of nodes)
      if (node instanceof HTMLLinkElement) {
        added.push(node)
        queueMicrotask(() => node.dispatchEvent(new Event(answer)))
      }
  })
  return added
}
afterEach(() => vi.restoreAllMocks())

it('lets a dynamic import wait for the comparison with the hash', async () => {
  expectFiles(release)
  const added = answerLinks('load')
  await globalThis.helpdeskVerify?.([
    address('assets/Listed-A1b2C3d4.js'),
    address('assets/Listed-A1b2C3d4.css'),
  ])
  expect(added.map(({ rel, href, integrity }) => [rel, href, integrity])).toEqual([
    ['modulepreload', address('assets/Listed-A1b2C3d4.js'), HASH],
    ['stylesheet', address('assets/Listed-A1b2C3d4.css'), HASH],
  ])
  expect(links().map(({ rel }) => rel)).toEqual(['stylesheet'])
})

it.each([
  ['that the manifest does not list', address('assets/Unlisted-A1b2C3d4.js')],
  ['outside of every release', 'https://evil.example/assets/Listed-A1b2C3d4.js'],
])('rejects a file %s without requesting it', async (_, file) => {
  expectFiles(release)
  const added = answerLinks('load')
  const rejected = await globalThis.helpdeskVerify?.([file]).catch((error: unknown) => error)
  expect(isMissingChunk(rejected)).toBe(true)
  expect(added).toEqual([])
})

it('requests a file again whose comparison failed', async () => {
  const other = releaseOf('admin-console', { base: '/admin/2/', files: { 'assets/Once-A1b2C3d4.js': HASH } })
  expectFiles(other)
  const file = new URL('/admin/2/assets/Once-A1b2C3d4.js', location.href).href
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  answerLinks('error')
  await expect(globalThis.helpdeskVerify?.([file])).rejects.toThrow('differs from its hash')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  const added = answerLinks('load')
  await globalThis.helpdeskVerify?.([file])
  expect(added).toHaveLength(1)
})

it('takes a file past the cache when the cached one is not the released one', async () => {
  expectFiles(releaseOf('admin-console', { base: '/admin/5/', files: { 'assets/Cached-A1b2C3d4.js': HASH } }))
  const file = new URL('/admin/5/assets/Cached-A1b2C3d4.js', location.href).href
  const server = vi.fn(() => {
    // the cache has the right body from now on
    vi.mocked(document.head.append).mockRestore()
    answerLinks('load')
    return Promise.resolve(new Response(''))
  })
  vi.stubGlobal('fetch', server)
  answerLinks('error')
  await globalThis.helpdeskVerify?.([file])
  expect(server.mock.calls).toEqual([[file, { integrity: HASH, cache: 'reload' }]])
  vi.unstubAllGlobals()
})

it('gives remotes the hashes of their workers, and refuses those without', () => {
  vi.stubEnv('DEV', false)
  expectFiles(
    releaseOf('admin-console', { base: '/admin/3/', files: { 'assets/worker-A1b2C3d4.mjs': HASH } }),
  )
  const hashOf = (file: string) => globalThis.helpdeskIntegrity?.(new URL(file, location.href).href)
  expect(hashOf('/admin/3/assets/worker-A1b2C3d4.mjs')).toBe(HASH)
  expect(() => hashOf('/admin/3/assets/other-A1b2C3d4.mjs')).toThrow('has no hash')
  vi.unstubAllEnvs()
})

it('asks the server for the released files, past the cache', async () => {
  const files = { 'remoteEntry.js': HASH, 'assets/Start-A1b2C3d4.js': HASH }
  const asked = releaseOf('admin-console', { base: 'https://remotes.example.com/admin/4/', files })
  const server = vi.fn((url: string) =>
    Promise.resolve(new Response('', { status: url.includes('Gone') ? 404 : 200 })),
  )
  vi.stubGlobal('fetch', server)
  expect(await areDelivered(asked, Object.keys(files))).toBe(true)
  expect(server.mock.calls).toEqual(
    Object.keys(files).map((file) => [asked.base + file, { integrity: HASH, cache: 'reload' }]),
  )

  const gone = { ...asked, files: { ...files, 'assets/Gone-A1b2C3d4.js': HASH } }
  expect(await areDelivered(gone, Object.keys(gone.files))).toBe(false)
  expect(await areDelivered(asked, ['assets/Unlisted-A1b2C3d4.js'])).toBe(false)
  // also what a browser does with another file than released
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await areDelivered(asked, Object.keys(files))).toBe(false)
  vi.unstubAllGlobals()
})
