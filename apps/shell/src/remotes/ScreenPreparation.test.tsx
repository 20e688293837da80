import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { releaseOf } from '@helpdesk/remote-contract/testing'
import { useQueryClient } from '@helpdesk/ui/query'
import { createMemoryRouter, RouterProvider } from '@helpdesk/ui/router'
import { act, render } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { verifyFiles } from './integrity'
import { runningReleases } from './running-releases'
import { ScreenPreparation } from './ScreenPreparation'
import { withVerifiedFiles } from './verified-routes'

vi.mock('./integrity', () => ({ verifyFiles: vi.fn(() => Promise.resolve()) }))

const routes = [
  { path: '/tickets', files: ['list.js', 'shared.js'] },
  { path: '/tickets/:id', files: ['ticket.js', 'shared.js'] },
]
const loaded = () => vi.mocked(verifyFiles).mock.calls.map(([, files]) => files)

function show(queries = new QueryClient()) {
  const router = createMemoryRouter([{ path: '/', element: <ScreenPreparation /> }])
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  runningReleases.clear()
  runningReleases.add(releaseOf('customer-portal', { routes }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.mocked(verifyFiles).mockClear()
})

it('loads the files of each screen in parallel, the page of an item first', async () => {
  show()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(loaded()).toEqual([
    ['ticket.js', 'shared.js'],
    ['list.js', 'shared.js'],
  ])
})

it('runs the code of the page of an item, and renders it once: unseen and without effects', async () => {
  const calls: string[] = []
  function Prerender() {
    calls.push('render')
    useEffect(() => void calls.push('effect'), [])
    return <h1>Sample</h1>
  }
  const lazy = async () => {
    calls.push('load')
    return { Component: () => null, handle: { Prerender } }
  }
  const release = releaseOf('customer-portal', { routes: [{ path: '/tickets/:id', files: [] }] })
  runningReleases.add(release)
  const [route] = withVerifiedFiles([{ path: '/tickets/:id', lazy }], release)
  show()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(calls).toEqual(['load', 'render'])
  expect(document.body).not.toHaveTextContent('Sample')
  // The router does not wait for a load.
  await (typeof route?.lazy === 'function' ? route.lazy() : undefined)
  expect(calls).toEqual(['load', 'render'])
})

it('keeps the data of an unseen screen out of the cache of the user', async () => {
  const keys: (readonly unknown[])[] = []
  function Prerender() {
    const own = useQueryClient()
    own.setQueryData(['ticket'], 'sample')
    keys.push(
      ...own
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
    )
    return null
  }
  const lazy = async () => ({ Component: () => null, handle: { Prerender } })
  const release = releaseOf('customer-portal', { routes: [{ path: '/tickets/:id', files: [] }] })
  runningReleases.add(release)
  withVerifiedFiles([{ path: '/tickets/:id', lazy }], release)
  const queries = new QueryClient()
  show(queries)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(keys).toEqual([['ticket']])
  expect(queries.getQueryCache().getAll()).toEqual([])
})

it('waits for the reads of the shown screen', async () => {
  const queries = new QueryClient()
  let answer: (value: string) => void = () => undefined
  void queries.fetchQuery({ queryKey: ['rows'], queryFn: () => new Promise((resolve) => (answer = resolve)) })
  show(queries)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(loaded()).toEqual([])
  answer('rows')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(loaded()).toHaveLength(2)
})

it('loads nothing ahead where the user saves data', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  show()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(loaded()).toEqual([])
  vi.unstubAllGlobals()
})
