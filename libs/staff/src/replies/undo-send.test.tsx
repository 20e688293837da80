// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { use, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropOpenDrafts } from '../drafts/use-ticket-draft'
import { replied, signInAgent } from '../screens/testing'
import { box, open, send, sentNow, thread } from './testing'

const fileInput = async () => {
  await box()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no input')
  return input
}
/** A page that React still waits for when the router has gone to it. */
const Late = ({ page }: { page: Promise<{ element: ReactNode }> }) => use(page).element
const file = new File(['bytes'], 'invoice.pdf', { type: 'application/pdf' })

beforeEach(() => signInAgent())
afterEach(() => {
  dropOpenDrafts()
  localStorage.clear()
})

describe('a reply that was just sent', () => {
  it('waits in the thread and is sent after the workspace’s seconds', async () => {
    const { bodies } = open(45, { send_waiting_reply: () => sentNow('On it') })
    await userEvent.type(await box(), 'On it')
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await userEvent.click(send())
    expect(await screen.findByText('Your reply is sent in 45 seconds')).toBeVisible()
    expect(await thread().findByText('Not sent yet')).toBeVisible()
    expect(thread().getByText('Sent in a few seconds')).toBeVisible()
    expect(await box()).toHaveValue('')
    expect(bodies('send_reply')).toEqual([])
    expect(bodies('send_waiting_reply')).toEqual([])
    // The seconds are over.
    const over = timers.mock.calls.flatMap(([run, ms]) => (ms === 45_000 ? [run as () => void] : []))
    timers.mockRestore()
    act(() => over.forEach((run) => run()))
    await waitFor(() => expect(bodies('send_waiting_reply')).toEqual([{ comment_id: 'c-On it' }]))
  })

  it('is taken back with text, file and status, and the box has the focus', async () => {
    const { bodies, sent } = open(10)
    await userEvent.upload(await fileInput(), file)
    await userEvent.type(await box(), 'See the invoice{Control>}.{/Control}')
    await screen.findByText('Your reply is sent in 10 seconds')
    const notice = screen.getByRole('region', { name: 'Notifications' })
    await userEvent.click(within(notice).getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await box()).toHaveValue('See the invoice'))
    const deleted = sent.find(({ method, url }) => method === 'DELETE' && url.pathname.endsWith('/comments'))
    expect(String(deleted?.url)).toContain('comments?id=eq.c-See+the+invoice&send_at=not.is.null')
    await waitFor(async () => expect(await box()).toHaveFocus())
    expect(screen.getByText('invoice.pdf')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Leave out status Solved' })).toBeVisible()
    expect(thread().queryByText('Not sent yet')).toBeNull()
    expect(screen.queryByText('Your reply is sent in 10 seconds')).toBeNull()
    expect(bodies('send_waiting_reply')).toEqual([])
  })

  it('is taken back from the empty box by Ctrl+Z, before what was typed since', async () => {
    open(10)
    await userEvent.type(await box(), 'First{Control>}{Enter}{/Control}')
    await screen.findByText('Your reply is sent in 10 seconds')
    await userEvent.type(await box(), '{Control>}z{/Control}')
    await waitFor(async () => expect(await box()).toHaveValue('First'))
    await userEvent.type(await box(), '{Control>}{Enter}{/Control}')
    await screen.findByText('Your reply is sent in 10 seconds')
    await userEvent.type(await box(), 'Second')
    await userEvent.click(thread().getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await box()).toHaveValue('First\n\nSecond'))
  })

  it('is taken back from another page, which leads to the ticket', async () => {
    const { router } = open(10)
    await userEvent.type(await box(), 'Too early')
    await userEvent.click(send())
    await screen.findByText('Your reply is sent in 10 seconds')
    await router.navigate('/elsewhere')
    await screen.findByText('elsewhere')
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await box()).toHaveValue('Too early')
  })

  it.each([
    ['loads', (page: Promise<{ element: ReactNode }>) => ({ lazy: () => page })],
    ['is not painted yet', (page: Promise<{ element: ReactNode }>) => ({ element: <Late page={page} /> })],
  ])('is taken back while another page %s, which does not come then', async (_name, route) => {
    const { router } = open(10)
    await userEvent.type(await box(), 'Too early')
    await userEvent.click(send())
    await screen.findByText('Your reply is sent in 10 seconds')
    let finish = (_: { element: ReactNode }) => {}
    const loaded = new Promise<{ element: ReactNode }>((resolve) => (finish = resolve))
    router.patchRoutes(null, [{ path: '/slow', ...route(loaded) }])
    const ticket = router.state.location.pathname
    await act(async () => void router.navigate('/slow'))
    await userEvent.click(
      within(screen.getByRole('region', { name: 'Notifications' })).getByRole('button', { name: 'Undo' }),
    )
    await waitFor(async () => expect(await box()).toHaveValue('Too early'))
    await act(async () => {
      finish({ element: <p>slow</p> })
      await loaded
    })
    expect(screen.queryByText('slow')).toBeNull()
    expect(router.state).toMatchObject({ location: { pathname: ticket }, navigation: { state: 'idle' } })
    expect(await box()).toHaveFocus()
  })

  it('stays sent when the server was faster', async () => {
    open(10, { comments: () => ({ body: [] }) })
    await userEvent.type(await box(), 'Gone')
    await userEvent.click(send())
    await screen.findByText('Your reply is sent in 10 seconds')
    await userEvent.click(thread().getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('This reply was already sent, or taken back')).toBeVisible()
    expect(await box()).toHaveValue('')
  })

  it('does not wait as a note, or in a workspace without the wait', async () => {
    const { bodies } = open(0, { send_reply: replied() })
    await userEvent.type(await box(), 'At once')
    await userEvent.click(send())
    await screen.findByText('Comment added')
    expect(bodies('queue_reply')).toEqual([])
  })
})
