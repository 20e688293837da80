import { parseRegistry } from '@helpdesk/remote-contract/registry'
import { portalOf, releaseOf } from '@helpdesk/remote-contract/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MissingChunkError, page } from '../app/missing-chunk'
import { fetchContainer } from './federation'
import { areDelivered, verifyFiles } from './integrity'
import { loadRelease } from './load-release'
import { setRegistry } from './registry-state'

vi.mock('./federation', () => ({ OFFER: {}, fetchContainer: vi.fn() }))
vi.mock('./integrity', () => ({ areDelivered: vi.fn(), expectFiles: vi.fn(), verifyFiles: vi.fn() }))

const module = { contractVersion: 1, routes: [] }
const release = (version: string, change: object = {}) =>
  releaseOf('agent-workspace', { version, base: `/remotes/agent-workspace/${version}/`, ...change })
const missing = new MissingChunkError('gone')

/** The versions whose files are on the server. */
function keep(...versions: string[]) {
  vi.mocked(verifyFiles).mockImplementation(({ version }) =>
    versions.includes(version) ? Promise.resolve() : Promise.reject(missing),
  )
}

/** What `/portal.json` answers from now on. */
function list(...entries: Parameters<typeof portalOf>) {
  const answer = vi.fn(() => Promise.resolve(Response.json(portalOf(...entries))))
  vi.stubGlobal('fetch', answer)
  return answer
}

beforeEach(() => {
  setRegistry(parseRegistry(portalOf(release('1'))))
  vi.mocked(fetchContainer).mockReset().mockResolvedValue(module)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('loads the listed release without reading the registry again', async () => {
  keep('1')
  const read = list(release('2'))
  await expect(loadRelease('agent-workspace', false)).resolves.toEqual(module)
  expect(fetchContainer).toHaveBeenCalledExactlyOnceWith(
    'agent-workspace',
    '/remotes/agent-workspace/1/remoteEntry.js',
    false,
  )
  expect(read).not.toHaveBeenCalled()
})

it('loads the release that the registry names now when a file of the remembered one is gone', async () => {
  keep('2')
  const read = list(release('2'))
  await expect(loadRelease('agent-workspace', false)).resolves.toEqual(module)
  expect(vi.mocked(fetchContainer).mock.calls.map(([, entry]) => entry)).toEqual([
    expect.stringMatching(/^\/remotes\/agent-workspace\/2\/remoteEntry\.js\?t=/),
  ])
  expect(read).toHaveBeenCalledTimes(1)
})

it('does so when the entry itself finds a file missing', async () => {
  keep('1', '2')
  list(release('2'))
  vi.mocked(fetchContainer).mockRejectedValueOnce(
    new TypeError('Failed to fetch dynamically imported module: /remotes/agent-workspace/1/assets/a.js'),
  )
  await expect(loadRelease('agent-workspace', false)).resolves.toEqual(module)
})

it('reads the registry once only, and fails when the next release is gone too', async () => {
  keep()
  const read = list(release('2'))
  await expect(loadRelease('agent-workspace', false)).rejects.toBe(missing)
  expect(read).toHaveBeenCalledTimes(1)
  expect(verifyFiles).toHaveBeenCalledTimes(2)
})

it.each([
  ['names the same release', () => list(release('1'))],
  ['cannot be read', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))],
])('keeps the failure when the registry %s', async (_, answer) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  keep()
  answer()
  await expect(loadRelease('agent-workspace', false)).rejects.toBe(missing)
  expect(verifyFiles).toHaveBeenCalledTimes(1)
})

it('says that the remote was disabled meanwhile', async () => {
  keep('1')
  list(release('2', { disabled: true }))
  vi.mocked(verifyFiles).mockRejectedValue(missing)
  await expect(loadRelease('agent-workspace', false)).rejects.toMatchObject({ reason: 'disabled' })
})

it('does not read the registry for code that throws', async () => {
  keep('1')
  const read = list(release('2'))
  vi.mocked(fetchContainer).mockRejectedValue(new Error('broken build'))
  await expect(loadRelease('agent-workspace', false)).rejects.toThrow('broken build')
  expect(read).not.toHaveBeenCalled()
})

it('reads the registry before a retry', async () => {
  keep('2')
  const read = list(release('2'))
  await expect(loadRelease('agent-workspace', true)).resolves.toEqual(module)
  expect(read).toHaveBeenCalledTimes(1)
})

it('reloads the page when a retry fails although the server delivers the files', async () => {
  const reload = vi.spyOn(page, 'reload').mockImplementation(() => undefined)
  keep()
  list(release('1'))
  vi.mocked(areDelivered).mockResolvedValue(false)
  await expect(loadRelease('agent-workspace', true)).rejects.toBe(missing)
  expect(reload).not.toHaveBeenCalled()

  vi.mocked(areDelivered).mockResolvedValue(true)
  await expect(loadRelease('agent-workspace', false)).rejects.toBe(missing)
  expect(reload).not.toHaveBeenCalled()
  await expect(loadRelease('agent-workspace', true)).rejects.toBe(missing)
  expect(reload).toHaveBeenCalledOnce()
})
