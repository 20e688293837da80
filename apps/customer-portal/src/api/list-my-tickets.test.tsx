// @vitest-environment jsdom
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { buildFoundRows } from '@helpdesk/tickets/testing/build-row'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useMyTickets } from './list-my-tickets'

function Probe({ rows }: { rows: number }) {
  const { tickets, endsEarly, list } = useMyTickets({ search: 'number' }, { rows })
  return <p>{tickets && `${tickets.length} ends early: ${endsEarly}, has more: ${list.hasNextPage}`}</p>
}

it.each([
  [150, '150 ends early: false, has more: true', ['0', '100']],
  [200, '200 ends early: true, has more: false', ['0', '100', '150']],
  [250, '200 ends early: true, has more: false', ['0', '100', '150']],
])('of %i found tickets shows the 200 best matches at most', async (rows, text, starts) => {
  signInAs()
  const sent = stubBackend(({ url }) => {
    const first = Number(url.searchParams.get('first_row'))
    return { body: buildFoundRows(300).slice(first, first + Number(url.searchParams.get('max_rows'))) }
  })
  renderAt('/', [{ path: '/', element: <Probe rows={rows} /> }])
  expect(await screen.findByText(text, {}, { timeout: 5_000 })).toBeVisible()
  expect(sent.map(({ url }) => url.searchParams.get('first_row') ?? '0')).toEqual(starts)
})
