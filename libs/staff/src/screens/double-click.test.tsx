// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropOpenDrafts } from '../drafts/use-ticket-draft'
import { RATING_WORDS } from '@helpdesk/tickets/model/rating'
import {
  buildAttachment,
  buildCommentRow,
  buildTicket,
  signInAs,
  type SentRequest,
} from '@helpdesk/tickets/testing'
import {
  resetDevice,
  openTicket as openAsCustomer,
  savedComment,
  stubTicket,
} from '@helpdesk/tickets/screens/testing'
import { buildStaffDetail, openTicket, replied, signInAgent } from './testing'

type Writes = readonly SentRequest[]
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const inDialog = async (name: string) =>
  within(await screen.findByRole('dialog')).getByRole('button', { name })
const button = (name: string) => screen.findByRole('button', { name })
const isWrite = ({ method, url }: SentRequest) =>
  method !== 'GET' && !/get_ticket_detail|save_draft|mark_ticket_|search_|list_|find_/.test(url.pathname)

/** Clicks twice before React renders the effect of the first click. */
const clickTwice = (control: HTMLElement) =>
  act(() => {
    control.click()
    control.click()
  })

async function expectOneWrite(sent: Writes) {
  await waitFor(() => expect(sent.filter(isWrite)).not.toEqual([]))
  // A second write would have been sent together with the first, and failed.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  // Named, so that a failure says what was sent besides.
  expect(sent.filter(isWrite).map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    expect.any(String),
  ])
  expect(screen.queryByRole('alert')).toBeNull()
}

beforeEach(resetDevice)
afterEach(dropOpenDrafts)

describe('customer commands ignore a double click', () => {
  const now = new Date().toISOString()
  const fresh = buildCommentRow({ created_at: now, updated_at: now })
  const patched = ({ body }: SentRequest) => ({ body: [{ ...fresh, ...Object(body) }] })
  const changed = ({ body }: SentRequest) => ({ body: [buildTicket(Object(body))] })
  const rated = () => ({ body: [{ score: 5, comment: null, created_at: now, updated_at: now }] })

  it.each<[string, Parameters<typeof stubTicket>, () => Promise<HTMLElement>]>([
    [
      'Send',
      [{}, savedComment],
      async () => {
        await userEvent.type(await screen.findByPlaceholderText('Add a comment...'), 'Still broken')
        return button('Send')
      },
    ],
    [
      'Save an edited comment',
      [{ comments: [fresh], loaded_at: now }, patched],
      async () => {
        await press('Edit comment')
        await userEvent.type(screen.getByLabelText('Edit comment'), ' Really.')
        return button('Save')
      },
    ],
    [
      'Close ticket',
      [{}, changed],
      async () => {
        await press('Close ticket')
        return inDialog('Close ticket')
      },
    ],
    [
      'Reopen',
      [{ ticket: { status: 'closed' } }, changed],
      async () => {
        await press('Reopen')
        return inDialog('Reopen')
      },
    ],
    [
      'Send rating',
      [{ ticket: { status: 'solved' } }, rated],
      async () => {
        await userEvent.click(await screen.findByRole('radio', { name: RATING_WORDS[4] }))
        return button('Send rating')
      },
    ],
  ])('%s', async (_, [detail, answer], control) => {
    signInAs()
    const sent = stubTicket(detail, answer)
    openAsCustomer()
    clickTwice(await control())
    await expectOneWrite(sent)
  })

  it('Delete a file', async () => {
    signInAs()
    const file = buildAttachment()
    const sent = stubTicket({ attachments: [file] }, ({ url }) => ({
      body: url.pathname.includes('storage') ? [{}] : [file],
    }))
    openAsCustomer()
    await press(/^Delete photo.png/)
    clickTwice(await inDialog('Delete'))
    await waitFor(() => expect(screen.queryByText('photo.png')).toBeNull())
    expect(sent.filter(({ url }) => url.pathname.includes('storage'))).toHaveLength(1)
  })
})

describe('agent commands ignore a double click', () => {
  const free = { ticket: { assigned_to: null }, assignee: null }
  const saved = ({ body }: SentRequest) => ({ body: [buildTicket({ assigned_to: 'x', ...Object(body) })] })
  it.each<[string, Parameters<typeof openTicket>, () => Promise<HTMLElement>]>([
    [
      'Assign to me',
      [buildStaffDetail(free), { claim_ticket: () => ({ body: buildTicket({ assigned_to: 'x' }) }) }],
      () => button('Assign to me'),
    ],
    [
      'Return to the queue',
      [buildStaffDetail(), { assign_ticket: () => ({ body: buildTicket({ assigned_to: null }) }) }],
      async () => {
        await press(/\(you\)/)
        return screen.findByRole('option', { name: 'Return to the queue' })
      },
    ],
    [
      'Send',
      [buildStaffDetail(), { send_reply: replied() }],
      async () => {
        await userEvent.type(await screen.findByPlaceholderText('Add a comment...'), 'Fixed')
        return button('Send')
      },
    ],
    [
      'Add a tag',
      [buildStaffDetail(), { tickets: saved }],
      async () => {
        await userEvent.type(await screen.findByLabelText('Add a tag'), 'vip')
        return within(screen.getByRole('region', { name: 'Tags' })).getByRole('button', { name: 'Add' })
      },
    ],
    [
      'Remove a tag',
      [buildStaffDetail({ ticket: { tags: ['vip'] } }), { tickets: saved }],
      () => button('Remove tag vip'),
    ],
    [
      'Update Ticket',
      [buildStaffDetail(), { tickets: saved }],
      async () => {
        await userEvent.selectOptions(await screen.findByLabelText('Status'), 'Solved')
        return button('Update Ticket')
      },
    ],
    [
      'Add Note',
      [buildStaffDetail(), { send_reply: replied() }],
      async () => {
        await userEvent.click(await screen.findByRole('tab', { name: /Note/ }))
        await userEvent.type(screen.getByLabelText('Internal note'), 'Between us')
        return button('Add Note')
      },
    ],
  ])('%s', async (_, arrangement, control) => {
    signInAgent()
    const { sent } = openTicket(...arrangement)
    clickTwice(await control())
    await expectOneWrite(sent)
  })
})
