// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderAt, stubBackend, TICKET_ID } from '@helpdesk/tickets/testing'
import { buildFoundRow, foundAnswer } from '@helpdesk/tickets/testing/build-row'
import { buildStaffDetail, refusal, signInAgent } from '../testing'
import { MergeBlock } from './MergeBlock'

beforeEach(() => signInAgent())

const found = foundAnswer([buildFoundRow(0, { number: 7, subject: 'Smoke in the kitchen' })])
type Answer = { status?: number; body?: unknown }
type Answers = Record<string, () => Answer | Promise<Answer>>
const outcome = (result: object) => ({
  body: { batch_id: 'b', results: [{ id: TICKET_ID, number: 1042, ...result }] },
})
const lost = () => Promise.reject<Answer>(new TypeError('Failed to fetch'))

/** Opens the dialog and looks for a ticket by words. */
async function open(answers: Answers) {
  const sent = stubBackend(({ url }) => {
    const name = url.pathname.split('/').pop() ?? ''
    return answers[name]?.() ?? { body: name === 'search_tickets' ? found : [] }
  })
  const detail = buildStaffDetail({ ticket: { number: 1042 } })
  renderAt('/', [{ path: '*', element: <MergeBlock detail={detail} /> }])
  await userEvent.click(screen.getByRole('button', { name: 'Merge…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge into another ticket' }))
  await userEvent.type(dialog.getByRole('combobox'), 'smoke')
  return { dialog, asked: (name: string) => sent.filter(({ url }) => url.pathname.endsWith(`/${name}`)) }
}
/** Chooses the ticket that was found. */
async function choose({ dialog }: Awaited<ReturnType<typeof open>>) {
  await dialog.findByRole('option', { name: /kitchen/ })
  await userEvent.keyboard('{Enter}')
  return dialog.findByRole('button', { name: 'Merge' })
}

describe('a merge that does not happen', () => {
  it.each<[string, () => Answer | Promise<Answer>, RegExp]>([
    ['refused', () => refusal(403, 'No', 'agent_required'), /./],
    ['refused for its ticket', () => outcome({ ok: false, code: 'ticket_forbidden', hint: 'Bo' }), /Bo/],
    ['in conflict', () => outcome({ ok: false, code: 'ticket_merged', hint: '9' }), /merged into #9/],
    ['lost with the network', lost, /connection/i],
  ])(
    'because it is %s says so in the dialog, which stays, and is tried again',
    async (_name, answer, says) => {
      let isFixed = false
      const merged = outcome({ ok: true })
      const opened = await open({ bulk_merge_tickets: () => (isFixed ? merged : answer()) })
      const button = await choose(opened)
      expect(button).toHaveFocus()
      await userEvent.keyboard('{Enter}')
      const alert = await opened.dialog.findByRole('alert')
      expect(alert).toHaveTextContent('Not merged')
      expect(alert).toHaveTextContent(says)
      await waitFor(() => expect(opened.dialog.getByRole('button', { name: 'Merge' })).toHaveFocus())
      isFixed = true
      await userEvent.keyboard('{Enter}')
      await screen.findByText('#1042 merged into #7')
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(opened.asked('bulk_merge_tickets')).toHaveLength(2)
    },
  )

  it('leads back to the words that were typed', async () => {
    const opened = await open({ bulk_merge_tickets: () => refusal(403, 'No', 'agent_required') })
    await userEvent.click(await choose(opened))
    await opened.dialog.findByRole('alert')
    await userEvent.click(opened.dialog.getByRole('button', { name: 'Choose another ticket' }))
    const box = opened.dialog.getByRole('combobox')
    expect(box).toHaveValue('smoke')
    expect(box).toHaveFocus()
    expect(opened.dialog.queryByRole('alert')).toBeNull()
  })
})

describe('a search that fails', () => {
  it('says so, keeps the words, and finds when they are typed on', async () => {
    let isFixed = false
    const opened = await open({ search_tickets: () => (isFixed ? { body: found } : lost()) })
    expect(await opened.dialog.findByText(/connection/i)).toBeVisible()
    expect(opened.dialog.getByRole('combobox')).toHaveValue('smoke')
    expect(opened.dialog.getByRole('combobox')).toHaveFocus()
    isFixed = true
    await userEvent.keyboard(' in')
    expect(await opened.dialog.findByRole('option', { name: /kitchen/ })).toBeVisible()
  })
})
