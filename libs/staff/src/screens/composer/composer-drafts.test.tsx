// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropOpenDrafts } from '../../drafts/use-ticket-draft'
import { TICKET_ID } from '@helpdesk/tickets/testing'
import { AGENT_ID, buildStaffDetail, openTicket, replied, signInAgent } from '../testing'

const box = () => screen.findByPlaceholderText('Add a comment...')

beforeEach(() => signInAgent())
afterEach(() => {
  dropOpenDrafts()
  localStorage.clear()
  vi.restoreAllMocks()
})

function setNetwork(on: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(on)
  act(() => void window.dispatchEvent(new Event(on ? 'online' : 'offline')))
}

describe('drafts', () => {
  it('are restored from another device', async () => {
    openTicket(buildStaffDetail({ staff: { drafts: { comment: 'half a sentence', note: null } } }))
    await waitFor(async () => expect(await box()).toHaveValue('half a sentence'))
    expect(screen.getByText('Draft restored')).toBeVisible()
  })

  it('are saved on the server while typing and can be deleted', async () => {
    const { bodies } = openTicket(buildStaffDetail())
    await userEvent.type(await box(), 'kept')
    await waitFor(
      () => expect(bodies('save_draft').at(-1)).toMatchObject({ kind: 'comment', content: 'kept' }),
      { timeout: 10_000 },
    )
    expect(await screen.findByText('Draft saved')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Delete draft' }))
    await waitFor(() => expect(bodies('save_draft').at(-1)).toMatchObject({ content: '' }))
    expect(await box()).toHaveValue('')
  })

  it('wait with a file until the server has said whether it was sent elsewhere', async () => {
    const known = { exchanged: ['See the invoice'], editedAt: 1, files: ['invoice.pdf'], request: null }
    localStorage.setItem(`helpdesk-draft-sync:${AGENT_ID}:comment:${TICKET_ID}`, JSON.stringify(known))
    let answer: (() => void) | undefined
    openTicket(buildStaffDetail(), {
      ticket_drafts: () => new Promise((resolve) => (answer = () => resolve({ body: [] }))),
    })
    await userEvent.type(await box(), 'An unrelated reply')
    await waitFor(() => expect(answer).toBeDefined())
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
    answer?.()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled())
  })

  it('survive navigation', async () => {
    const { router } = openTicket(buildStaffDetail())
    await userEvent.type(await box(), 'on my way')
    await router.navigate('/elsewhere')
    await screen.findByText('elsewhere')
    await router.navigate(-1)
    expect(await box()).toHaveValue('on my way')
  })

  it('keep a reply that failed without a network, and do not send it by themselves', async () => {
    let isOnline = false
    const { bodies } = openTicket(buildStaffDetail(), {
      send_reply: (request) =>
        isOnline ? replied()(request) : Promise.reject(new TypeError('Failed to fetch')),
    })
    await userEvent.type(await box(), 'From the train')
    setNetwork(false)
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Failed to add comment. Please try again.')).toBeVisible()
    expect(await box()).toHaveValue('From the train')

    const attempts = bodies('send_reply').length
    isOnline = true
    setNetwork(true)
    await waitFor(() => expect(bodies('save_draft').at(-1)).toMatchObject({ content: 'From the train' }), {
      timeout: 10_000,
    })
    expect(bodies('send_reply')).toHaveLength(attempts)
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Comment added')).toBeVisible()
    expect(bodies('send_reply')).toHaveLength(attempts + 1)
  })
})
