// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderAt } from '../../testing'
import { buildFoundRow } from '../../testing/build-row'
import { FoundLine } from './FoundLine'
import { SearchNotice } from './lazy'
import { Marked } from './Marked'

const marks = (container: HTMLElement) =>
  [...container.querySelectorAll('mark')].map(({ textContent }) => textContent)
const show = (element: React.ReactNode, path = '/') => renderAt(path, [{ path: '/', element }])

it('Marked marks each hit and renders markup as text', () => {
  const { container } = show(<Marked text={'The \uE000VPN\uE001 of <b>\uE000Ann\uE001</b>'} />)
  expect(container).toHaveTextContent('The VPN of <b>Ann</b>')
  expect(marks(container)).toEqual(['VPN', 'Ann'])
})

it('FoundLine names the place and the author of a hit', () => {
  const { container } = show(
    <FoundLine
      ticket={buildFoundRow(1, { found_in: 'comment', found_by: 'Avery', snippet: 'the \uE000vpn\uE001' })}
    />,
  )
  expect(container).toHaveTextContent('Comment by Avery: the vpn')
  expect(marks(container)).toEqual(['vpn'])
})

it('FoundLine is empty when only the subject matches', () => {
  const { container } = show(<FoundLine ticket={buildFoundRow(1)} />)
  expect(container.querySelector('[data-found-line]')).toBeNull()
})

it('SearchNotice links to the search as typed and is announced', async () => {
  const tickets = [buildFoundRow(1, { corrected: 'invoice' })]
  const { container, router } = show(<SearchNotice tickets={tickets} typed="invocie" />, '/?q=invocie')
  const link = await screen.findByRole('link', { name: 'invocie' })
  expect(container.querySelector('[aria-live=polite]')).toHaveTextContent(
    'Showing results for invoice. Search instead for invocie.',
  )
  await userEvent.click(link)
  expect(router.state.location.search).toBe('?q=invocie&typed=1')
})

it('SearchNotice keeps an empty live region without a correction', () => {
  const { container } = show(<SearchNotice tickets={[buildFoundRow(1)]} typed="invoice" />)
  expect(container.querySelector('[aria-live=polite]')).toBeEmptyDOMElement()
})
