import { configureSupabase, loadData } from '@helpdesk/supabase'
import { UiProvider } from '@helpdesk/ui'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ConnectionBanner } from './ConnectionBanner'

afterEach(() => vi.restoreAllMocks())

const open = () =>
  render(
    <UiProvider>
      <ConnectionBanner />
    </UiProvider>,
  )
const browserIs = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  act(() => void dispatchEvent(new Event(online ? 'online' : 'offline')))
}

it('says that the browser is offline for as long as it is', () => {
  open()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  browserIs(false)
  expect(screen.getByRole('status')).toHaveTextContent('You are offline.')
  browserIs(true)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

it('says that the backend does not answer, until it does', async () => {
  configureSupabase({ url: 'http://backend.test', publishableKey: 'public' })
  let down = true
  vi.stubGlobal('fetch', () =>
    down ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new Response('[]')),
  )
  open()
  const ask = async () => (await loadData()).from('profiles').select('id')
  await act(async () => void (await ask()))
  expect(screen.getByRole('status')).toHaveTextContent('does not answer')
  down = false
  await act(async () => void (await ask()))
  await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement())
})
