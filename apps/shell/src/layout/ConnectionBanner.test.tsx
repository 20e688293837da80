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
const setOnline = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  act(() => void dispatchEvent(new Event(online ? 'online' : 'offline')))
}

it('shows that the browser is offline until it is online', () => {
  open()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  setOnline(false)
  expect(screen.getByRole('status')).toHaveTextContent('You are offline.')
  setOnline(true)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

it('shows that the backend is unreachable until it answers', async () => {
  configureSupabase({ url: 'http://backend.test', publishableKey: 'public' })
  let down = true
  vi.stubGlobal('fetch', () =>
    down ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new Response('[]')),
  )
  open()
  const sendRequest = async () => (await loadData()).from('profiles').select('id')
  await act(async () => void (await sendRequest()))
  expect(screen.getByRole('status')).toHaveTextContent('is not responding')
  down = false
  await act(async () => void (await sendRequest()))
  await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement())
})
