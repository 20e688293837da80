import { UiProvider } from '@helpdesk/ui'
import { createMemoryRouter, RouterProvider } from '@helpdesk/ui/router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isShellChunk } from '../remotes/errors'
import { isMissingChunk, mayReload, page } from './missing-chunk'
import { RouteError } from './RouteError'

const chunk = 'https://desk.example.com/assets/AppLayout-1a2b3c4d.js'
const chrome = new TypeError(`Failed to fetch dynamically imported module: ${chunk}`)

describe('isMissingChunk', () => {
  it.each([
    chrome,
    new TypeError(`error loading dynamically imported module: ${chunk}`),
    new TypeError('Importing a module script failed.'),
    new Error('Unable to preload CSS for /assets/index.css'),
  ])('recognises %s', (error) => expect(isMissingChunk(error)).toBe(true))
  it.each([new TypeError('Failed to fetch'), new Error('x is not a function'), 'text', null])(
    'ignores %s',
    (error) => expect(isMissingChunk(error)).toBe(false),
  )
})

describe('isShellChunk', () => {
  it.each([
    [chrome, true],
    [
      new TypeError(
        'Failed to fetch dynamically imported module: https://desk.example.com/remotes/a/assets/x.js',
      ),
      false,
    ],
    [
      new TypeError('Failed to fetch dynamically imported module: https://cdn.example.com/assets/x.js'),
      false,
    ],
    [new TypeError('Importing a module script failed.'), false],
  ])('returns for %s: %s', (error, own) => expect(isShellChunk(error, 'https://desk.example.com')).toBe(own))
})

describe('mayReload', () => {
  it.each([
    ['never', null, true],
    ['just now', 1_000_000, false],
    ['59.999 s ago', 940_001, false],
    ['a minute ago', 940_000, true],
    ['in the future, after the clock was set back', 1_000_001, true],
  ])('with a last reload %s', (_, last, expected) => expect(mayReload(last, 1_000_000)).toBe(expected))
})

describe('a screen whose chunk is missing', () => {
  const reload = vi.fn()
  beforeEach(() => {
    sessionStorage.clear()
    reload.mockReset()
    vi.spyOn(page, 'reload').mockImplementation(reload)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  })
  afterEach(() => vi.restoreAllMocks())

  function open() {
    const lazy = () => Promise.reject(chrome)
    const router = createMemoryRouter([
      { path: '/', lazy, errorElement: <RouteError />, hydrateFallbackElement: <></> },
    ])
    return render(
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>,
    )
  }

  it('takes the scripts of the portal past the cache before it reloads', async () => {
    const address = (path: string) => `${location.origin}${path}`
    const loaded = ['/assets/Bell-1.js', '/assets/Bell-1.js', '/assets/font.woff2', '/remotes/a/assets/x.js']
    const entries = loaded.map((path) => ({ name: address(path) }))
    vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => Object.assign([], entries))
    const server = vi.fn((_address: string, _options?: RequestInit) => Promise.resolve(new Response('')))
    vi.stubGlobal('fetch', server)
    open()
    await waitFor(() => expect(reload).toHaveBeenCalled())
    expect(server.mock.calls.slice(1)).toEqual([[address('/assets/Bell-1.js'), { cache: 'reload' }]])
  })

  it('reloads automatically, but not twice in a row', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<!doctype html>')))
    open().unmount()
    const first = open()
    await waitFor(() => expect(reload).toHaveBeenCalled())
    const times = reload.mock.calls.length
    first.unmount()
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Reload' }))
    expect(reload).toHaveBeenCalledTimes(times + 1)
  })

  it.each([
    ['offline', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['while the server is down', () => Promise.resolve(new Response('', { status: 503 }))],
  ])('does not reload %s', async (_, answer) => {
    vi.stubGlobal('fetch', answer)
    open()
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible()
    expect(reload).not.toHaveBeenCalled()
  })
})
