import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { ticketKeys } from '../api/keys'
import { showsTickets } from './shown-tickets'

const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
const list = ticketKeys.list({ status: 'open' })
const page = (...ids: string[]) => ({ pages: [ids.map((id) => ({ id }))], pageParams: [undefined] })
const ended: (() => void)[] = []
afterEach(() => {
  ended.splice(0).forEach((end) => end())
  queries.clear()
})

const showList = () =>
  ended.push(
    new InfiniteQueryObserver(queries, {
      queryKey: list,
      queryFn: () => [],
      initialPageParam: undefined,
      getNextPageParam: () => undefined,
    }).subscribe(() => undefined),
  )

it('is true for a row of a list on the screen', () => {
  queries.setQueryData(list, page('a', 'b'))
  expect(showsTickets(queries, ['b'])).toBe(false)
  showList()
  expect(showsTickets(queries, ['z', 'b'])).toBe(true)
  expect(showsTickets(queries, ['z'])).toBe(false)
})

it('is true for the ticket whose page is open', () => {
  queries.setQueryData(ticketKeys.detail('a'), {})
  expect(showsTickets(queries, ['a'])).toBe(false)
  const open = new QueryObserver(queries, { queryKey: ticketKeys.detail('a'), queryFn: () => ({}) })
  ended.push(open.subscribe(() => undefined))
  expect(showsTickets(queries, ['a'])).toBe(true)
  expect(showsTickets(queries, ['b'])).toBe(false)
})

it('is false while a list still loads', () => {
  showList()
  expect(showsTickets(queries, ['a'])).toBe(false)
})
