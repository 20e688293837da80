// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderAt, stubBackend, TICKET_ID } from '@helpdesk/tickets/testing'
import type { MergeTarget } from '../../model/merge'
import { signInAgent } from '../testing'
import { MergeDialog } from './MergeDialog'

beforeEach(() => signInAgent())

const source = { id: TICKET_ID, number: 1042, subject: 'Smoke again', requester_name: 'Cleo Customer' }
const target = { id: '00000000-0000-4000-8000-0000000000d1', number: 7, subject: 'Smoke' } as MergeTarget
const failed = { status: 500, body: { message: 'No', code: 'XX000', details: null, hint: null } }

function open(answers: Record<string, { status?: number; body?: unknown }>) {
  const onClose = vi.fn()
  stubBackend(({ url }) => answers[url.pathname.split('/').pop() ?? ''] ?? { body: [] })
  const element = <MergeDialog sources={[source]} suggestions={[target]} onClose={onClose} />
  renderAt('/', [{ path: '*', element }])
  return onClose
}
const choose = async () => {
  await userEvent.click(await screen.findByRole('option', { name: /Smoke/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Merge' }))
}

describe('the dialog of a merge', () => {
  it('says in its place that the call failed, and stays for another try', async () => {
    const onClose = open({ bulk_merge_tickets: failed })
    await choose()
    expect(await screen.findByRole('alert')).toHaveTextContent('Not merged')
    expect(screen.getByRole('button', { name: 'Merge' })).toBeEnabled()
    expect(onClose).not.toHaveBeenCalled()
  })

  it('says which ticket was refused, and why', async () => {
    const results = [
      {
        id: TICKET_ID,
        number: 1042,
        subject: 'Smoke again',
        ok: false,
        code: 'ticket_forbidden',
        hint: 'Jun',
      },
    ]
    const onClose = open({ bulk_merge_tickets: { body: { batch_id: 'b', results } } })
    await choose()
    expect(await screen.findByRole('alert')).toHaveTextContent(/#1042.*Jun/)
    expect(onClose).not.toHaveBeenCalled()
  })

  it('says that tickets cannot be found for now', async () => {
    open({ search_tickets: failed })
    await userEvent.type(await screen.findByRole('combobox'), 'smoke')
    expect(await screen.findByText(/went wrong|try again/i)).toBeVisible()
  })
})
