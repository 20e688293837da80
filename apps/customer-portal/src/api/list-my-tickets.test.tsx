// @vitest-environment jsdom
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { buildFoundRows, buildRows, foundAnswer, listArgsOf } from '@helpdesk/tickets/testing/build-row'
import { followsChanges } from '@helpdesk/supabase'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useMyTickets } from './list-my-tickets'

function Probe({ rows }: { rows: number }) {
  const { tickets, endsEarly, list } = useMyTickets({ search: 'number' }, { rows })
  return <p>{tickets && `${tickets.length} ends early: ${endsEarly}, has more: ${list.hasNextPage}`}</p>
}

it.each([
  [150, '150 ends early: false, has more: true', [0, 100]],
  [200, '200 ends early: true, has more: false', [0, 100, 150]],
  [250, '200 ends early: true, has more: false', [0, 100, 150]],
])('of %i found tickets shows the 200 best matches at most', async (rows, text, starts) => {
  signInAs()
  const sent = stubBackend(({ url }) => {
    const first = listArgsOf(url.searchParams).after?.count ?? 0
    const rows = Number(url.searchParams.get('max_rows') ?? 50)
    return { body: foundAnswer(buildFoundRows(300).slice(first, first + rows)) }
  })
  renderAt('/', [{ path: '/', element: <Probe rows={rows} /> }])
  expect(await screen.findByText(text, {}, { timeout: 5_000 })).toBeVisible()
  expect(sent.map(({ url }) => listArgsOf(url.searchParams).after?.count ?? 0)).toEqual(starts)
})

it('is not read again on return to the page while the changes of others arrive', async () => {
  signInAs()
  const sent = stubBackend(() => ({ body: buildRows(3) }))
  function Mine() {
    return <p>{useMyTickets().tickets?.length} tickets</p>
  }
  renderAt('/', [{ path: '/', element: <Mine /> }])
  await screen.findByText('3 tickets')
  await waitFor(() => expect(followsChanges()).toBe(true), { timeout: 15_000 })
  const focusLater = () => {
    // Longer than a list counts as fresh.
    vi.setSystemTime(Date.now() + 60_000)
    window.dispatchEvent(new Event('visibilitychange'))
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  focusLater()
  expect(sent).toHaveLength(1)

  // A question without an answer: others' changes may be missing.
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) =>
    String(input).includes('changes_since')
      ? Promise.resolve(new Response('{"message":"no"}', { status: 400 }))
      : answer(input, init),
  )
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(followsChanges()).toBe(false), { timeout: 15_000 })
  focusLater()
  await waitFor(() => expect(sent).toHaveLength(2))
  vi.useRealTimers()
})
