import { releaseOf } from '@helpdesk/remote-contract/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withVerifiedFiles } from './verified-routes'
import { LOAD_LIMIT_MS } from './within-limit'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each([
  ['a listed screen', [{ path: '/tickets', files: [] }]],
  ['a screen that the manifest does not list', []],
])('does not let the router wait for %s that hangs', async (_, routes) => {
  const release = releaseOf('customer-portal', { routes })
  const lazy = () => new Promise<never>(() => undefined)
  const [route] = withVerifiedFiles([{ path: '/tickets', lazy }], release)
  const loaded = typeof route?.lazy === 'function' ? route.lazy() : undefined
  await vi.advanceTimersByTimeAsync(LOAD_LIMIT_MS)
  expect(await loaded).toHaveProperty('Component')
})
