// @vitest-environment jsdom
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { AGENT_ID, backendWith, buildRow, buildRows } from '@helpdesk/tickets/testing/build-row'
import { useQueryClient, type InfiniteData, type QueryClient } from '@helpdesk/ui/query'
import { act, screen, waitFor } from '@testing-library/react'
import { useReducer } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { TicketWorklist } from './TicketWorklist'

let queries: QueryClient
let render: () => void

function Page() {
  queries = useQueryClient()
  const [, count] = useReducer((renderings: number) => renderings + 1, 0)
  render = count
  return <TicketWorklist label="Queue" scope={{ assignedTo: null }} empty="" />
}

const rowOf = (n: number) => document.querySelector<HTMLElement>(`tr[data-id="${buildRow(n).id}"]`)!

const pressDown = () =>
  void document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }),
  )

/** Calls back as soon as the page shows a text, before the effects of that rendering. */
function onceRendered(text: string, act: () => void): Promise<void> {
  return new Promise((resolve) =>
    new MutationObserver((_, observer) => {
      if (!document.body.textContent.includes(text)) return
      observer.disconnect()
      act()
      resolve()
    }).observe(document.body, { subtree: true, childList: true, characterData: true }),
  )
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('moves the focus although a key comes between the rendering of changed rows and its effects', async () => {
  signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' })
  stubBackend(backendWith(() => buildRows(3)))
  renderAt('/queue', [{ path: '/queue', element: <Page /> }])
  await screen.findByText('Ticket number 2')
  act(() => {
    rowOf(0).focus()
    pressDown()
  })
  expect(rowOf(1)).toHaveFocus()
  // React looks at the clock after each of its tasks, and lets events in when 5 ms have passed.
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const pressed = onceRendered('Changed', pressDown)
  // The list's own subscription would render it urgently, together with its effects.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  queries.setQueriesData<InfiniteData<TicketSummary[]>>(
    { queryKey: ticketKeys.lists() },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => page.map((row) => ({ ...row, subject: 'Changed' }))),
      },
  )
  render()
  await pressed
  vi.useRealTimers()
  await waitFor(() => expect(rowOf(2)).toHaveFocus())
})
