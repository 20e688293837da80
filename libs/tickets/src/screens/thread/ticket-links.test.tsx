// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCommentRow, type SentRequest } from '../../testing'
import { openTicket, resetDevice, stubTicket } from '../testing'

const toner = { number: 1212, subject: 'Toner is empty', status: 'on_hold', merged_into: null }
const merged = { number: 1213, subject: 'مرحبا \u202eabc', status: 'open', merged_into: 1300 }

const asked = (sent: SentRequest[]) =>
  sent
    .filter(({ url }) => url.pathname.endsWith('ticket_references'))
    .map(({ url }) => url.searchParams.get('numbers'))

/** Opens a ticket with these comments. @returns its requests */
async function open(contents: string[], known: object[] = [toner, merged]): Promise<SentRequest[]> {
  const comments = contents.map((content, n) => buildCommentRow({ id: `comment-${n}`, content }))
  const sent = stubTicket({ comments }, ({ url }) => ({
    body: url.pathname.endsWith('ticket_references') ? known : [],
  }))
  openTicket()
  return sent
}
const tip = () => document.querySelector<HTMLElement>('[data-tip]')

beforeEach(resetDevice)
afterEach(cleanup)

describe('numbers of tickets in messages', () => {
  it('are links for those who may open them, and text for others', async () => {
    const sent = await open(['Like **#1212** and Ticket #1212, not #1214', 'See [#1212], `#1212` and #1213'])
    const links = await screen.findAllByRole('link', { name: '#1212' })
    expect(links).toHaveLength(3)
    for (const link of links) {
      expect(link).toHaveAttribute('href', '/tickets/1212')
      expect(link).toHaveAccessibleDescription('Toner is empty, On Hold')
      expect(link).not.toHaveAttribute('target')
    }
    const arabic = screen.getByRole('link', { name: '#1213' })
    expect(arabic).toHaveAccessibleDescription(`${merged.subject}, Open, Merged into #1300`)
    expect(document.getElementById('ticket-1213')?.querySelector('bdi')).toHaveTextContent(merged.subject)
    expect(screen.queryByRole('link', { name: '#1214' })).toBeNull()
    expect(document.body.innerHTML).not.toMatch(/ticket[^"]{0,3}1214/)
    // One request for all messages.
    expect(asked(sent)).toEqual(['{1212,1213,1214}'])
  })

  it('are text, and nothing is asked for, when there are none', async () => {
    const sent = await open(['Nothing here, # 5'])
    await screen.findByText('Nothing here, # 5')
    // Asked for behind what the first paint asks for.
    await new Promise((done) => setTimeout(done, 100))
    expect(asked(sent)).toEqual([])
  })

  it('stay text when the server does not answer', async () => {
    const comments = [buildCommentRow({ content: 'As in #1212' })]
    const sent = stubTicket({ comments }, ({ url }) =>
      url.pathname.endsWith('ticket_references') ? { status: 400, body: {} } : { body: [] },
    )
    openTicket()
    await screen.findByText('As in #1212')
    await waitFor(() => expect(asked(sent)).toHaveLength(1))
    expect(screen.queryByRole('link', { name: '#1212' })).toBeNull()
  })

  it('show title and status on hover, until Escape or the pointer leaves', async () => {
    await open(['As in #1212'])
    const pointer = userEvent.setup()
    const link = await screen.findByRole('link', { name: '#1212' })
    await pointer.hover(link)
    expect(tip()).toHaveTextContent('Toner is emptyon hold')
    // The pointer can go to the tip.
    fireEvent.pointerOver(screen.getByText('Toner is empty', { selector: '[data-tip] p' }), {
      pointerType: 'mouse',
    })
    expect(tip()).not.toBeNull()
    await pointer.keyboard('{Escape}')
    expect(tip()).toBeNull()
    await pointer.unhover(link)
    await pointer.hover(link)
    expect(tip()).not.toBeNull()
    await pointer.hover(screen.getByRole('heading', { level: 1 }))
    expect(tip()).toBeNull()
  })

  it('show them on focus by keyboard, isolated by direction', async () => {
    // jsdom does not know how the focus came.
    const real = HTMLElement.prototype.matches
    const matches = vi.spyOn(HTMLAnchorElement.prototype, 'matches')
    matches.mockImplementation(function (this: HTMLElement, selector: string) {
      return selector === ':focus-visible' || real.call(this, selector)
    })
    await open(['As in #1213'])
    const link = await screen.findByRole('link', { name: '#1213' })
    for (let presses = 0; presses < 40 && document.activeElement !== link; presses++) await userEvent.tab()
    expect(link).toHaveFocus()
    expect(screen.getByText(merged.subject, { selector: '[data-tip] p' })).toHaveAttribute('dir', 'auto')
    expect(tip()).toHaveTextContent('Merged into #1300')
    await userEvent.tab()
    expect(tip()).toBeNull()
    matches.mockRestore()
  })

  it('show nothing to a finger, which opens the link', async () => {
    await open(['As in #1212'])
    const link = await screen.findByRole('link', { name: '#1212' })
    await userEvent.pointer({ keys: '[TouchA>]', target: link })
    expect(tip()).toBeNull()
  })
})
