import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { callsOf } from '../parts/testing'
import { PROPOSAL, ask, message, openConsole, resetConsole, storeHistory, stubAssistant } from './testing'

beforeEach(resetConsole)

describe('a proposal', () => {
  const answers = (decide: (decision: string) => { status?: number; body?: unknown }) =>
    stubAssistant(({ url, body }) =>
      url.pathname.endsWith('decide_proposal')
        ? decide(String(Reflect.get(Object(body), 'decision')))
        : { body: [] },
    )
  const propose = async (stub: ReturnType<typeof answers>) => {
    openConsole()
    await ask('Make it urgent')
    stub.streams[0]?.say('proposal', { proposal: PROPOSAL })
    stub.streams[0]?.say('done', { reply: 'I propose this.', proposals: [PROPOSAL] })
    await screen.findByRole('button', { name: 'Send' })
    const card = within(screen.getByRole('region', { name: 'Proposal: Priority of Printer is offline' }))
    await card.findByRole('button', { name: 'Apply' })
    return card
  }

  it('offers no actions until its state is loaded', async () => {
    storeHistory([{ ...message('assistant', 'I propose this.'), proposals: [PROPOSAL] }])
    let respond = () => {}
    const states = new Promise<object>(
      (resolve) => (respond = () => resolve({ body: [{ id: PROPOSAL.id, state: 'applied' }] })),
    )
    stubAssistant(({ url }) => (url.pathname.endsWith('assistant_proposals') ? states : { body: [] }))
    openConsole()
    const card = within(await screen.findByRole('region', { name: /^Proposal/ }))
    expect(card.queryByRole('button')).toBeNull()
    respond()
    expect(await card.findByRole('button', { name: 'Undo' })).toBeVisible()
    expect(card.queryByRole('button', { name: 'Apply' })).toBeNull()
  })

  it('is shown as a diff, sends nothing before Apply, and can be undone', async () => {
    const states: Record<string, string> = { apply: 'applied', undo: 'undone' }
    const stub = answers((decision) => ({ body: { id: PROPOSAL.id, state: states[decision] } }))
    const card = await propose(stub)
    expect(card.getByText(/normal/).closest('del')).toBeTruthy()
    expect(card.getByText(/urgent/).closest('ins')).toBeTruthy()
    expect(card.getByText('Nobody can print')).toBeVisible()
    expect(callsOf(stub.sent, 'decide_proposal')).toHaveLength(0)
    await userEvent.click(card.getByRole('button', { name: 'Apply' }))
    await userEvent.click(await card.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(card.queryByRole('button')).toBeNull())
    expect(card.getAllByText('Undone')).not.toHaveLength(0)
    expect(callsOf(stub.sent, 'decide_proposal').map(({ body }) => body)).toEqual([
      { proposal_id: PROPOSAL.id, decision: 'apply' },
      { proposal_id: PROPOSAL.id, decision: 'undo' },
    ])
  })

  it('shows a conflict with a changed ticket', async () => {
    const stub = answers(() => ({
      status: 409,
      body: {
        code: 'PT409',
        message: 'changed',
        details: 'ticket_changed',
        hint: null,
      },
    }))
    const card = await propose(stub)
    await userEvent.click(card.getByRole('button', { name: 'Apply' }))
    expect(await card.findByRole('alert')).toHaveTextContent('The ticket has changed since this was proposed')
    expect(card.getByRole('button', { name: 'Apply' })).toBeEnabled()
  })

  it('restores its state after a reload, and links a reply draft', async () => {
    storeHistory([
      {
        ...message('assistant', 'Drafted.'),
        proposals: [{ ...PROPOSAL, kind: 'reply_draft', from_label: null, to_label: 'Dear Pat' }],
      },
    ])
    stubAssistant(({ url }) =>
      url.pathname.endsWith('assistant_proposals')
        ? { body: [{ id: PROPOSAL.id, state: 'applied' }] }
        : { body: [] },
    )
    openConsole()
    expect(await screen.findByRole('link', { name: 'Open your draft on the ticket' })).toHaveAttribute(
      'href',
      `/tickets/${PROPOSAL.ticket_id}`,
    )
    expect(screen.getByText(/Dear Pat/).closest('ins')).toBeTruthy()
  })
})
