// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { renderAt, signInAs } from '@helpdesk/tickets/testing'
import { AGENT_ID } from '@helpdesk/tickets/testing/build-row'
import { expect, it } from 'vitest'
import { worklistCommands } from '../../state/worklist-commands'
import { FORBIDDEN, startGuardedWorkspace } from '../../testing/guarded-workspace'
import { TicketWorklist } from './TicketWorklist'

// Operates every control of the list's rows and of the bulk bar, for each ticket alone and for all together, against a
// backend with the rules that `rights.stack.test.ts` proves for the database.
const HELD = 'Assigned to Bo Busy. Take over to change.'
// The setting says nothing of admins.
const users = [
  { role: 'agent', setting: 'own' },
  { role: 'agent', setting: 'all' },
  { role: 'admin', setting: 'own' },
] as const

it.each(users)(
  'offers a $role no change that is refused (agents update: $setting)',
  { timeout: 240_000 },
  async ({ role, setting }) => {
    signInAs({ id: AGENT_ID, role, name: 'Alex Agent', email: 'alex@desk.example' })
    const { refused, changes } = startGuardedWorkspace({ id: AGENT_ID, role }, setting)
    renderAt('/queue', [
      {
        path: '/queue',
        element: <TicketWorklist label="Queue" scope={{}} empty="" assignsAnyone={role === 'admin'} />,
      },
    ])
    await screen.findByText('Ticket number 0')
    await waitFor(() => expect(worklistCommands()).not.toBeNull())

    // Of each assignee two statuses alone, then everything together.
    const ids = rows().map(({ dataset }) => dataset.id ?? '')
    for (const id of ids.filter((_, n) => n % 3 === 0)) await operateBar([id])
    const leavesColleagues = await operateBar(ids)
    act(() => worklistCommands()?.clearSelection())
    for (const button of buttons(document.body, 'Assign to me')) await click(button)

    expect(refused).toEqual([])
    expect(document.body.textContent).not.toContain(FORBIDDEN)
    expect(leavesColleagues).toBe(role === 'agent' && setting === 'own')
    for (const kind of ['status', 'priority', 'add_tags', 'assigned_to', 'claim'])
      expect(changes, kind).toContain(kind)
    expect(changes.includes('take_over')).toBe(role === 'agent' && setting === 'own')
  },
)

// Roles are slow to compute over a list in jsdom, hence the selectors.
const rows = () => [...document.querySelectorAll<HTMLElement>('tr[data-id]')]
const bar = () => document.querySelector<HTMLElement>('[role=toolbar][aria-label="Selected tickets"]')
const buttons = (parent: HTMLElement | null, text = '') =>
  [...(parent?.querySelectorAll('button') ?? [])].filter(
    (button) => !button.disabled && button.textContent.startsWith(text),
  )
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)))
async function click(target: Element | undefined) {
  if (target) fireEvent.click(target)
  await settle()
}

/** Selects exactly these neighbours, by the first and the last of them. @returns the bulk bar, ready */
async function select(ids: readonly string[]): Promise<HTMLElement> {
  act(() => worklistCommands()?.clearSelection())
  const boxOf = (id?: string) =>
    document.querySelector(`tr[data-id="${id}"] input[type=checkbox]`) ?? expect.fail(`no row ${id}`)
  fireEvent.click(boxOf(ids[0]))
  if (ids.length > 1) fireEvent.click(boxOf(ids.at(-1)), { shiftKey: true })
  expect(document.querySelectorAll('tbody input:checked')).toHaveLength(ids.length)
  await settle()
  return waitFor(() => {
    const tools = bar()
    if (!tools || buttons(tools).length < 2) throw new Error('The bar is not ready')
    return tools
  })
}

/**
 * Operates each enabled control of the bulk bar on these tickets.
 * @returns whether a change said that it left the tickets of colleagues as they were
 */
async function operateBar(ids: readonly string[]): Promise<boolean> {
  const names = buttons(await select(ids)).map(({ textContent }) => textContent)
  for (const at of [0, 1]) {
    const field = async () => (await select(ids)).querySelectorAll('select')[at]
    for (const index of [1, 2]) {
      const control = await field()
      if (control && !control.disabled)
        fireEvent.change(control, { target: { value: control.options[index]?.value } })
      await settle()
    }
  }
  const leavesColleagues = document.body.textContent.includes(HELD)
  // The assignee last: it changes who may change the ticket.
  for (const name of names.filter(Boolean).sort().reverse()) {
    await click(buttons(await select(ids), name)[0])
    if (name === 'Tags') {
      fireEvent.change(screen.getByLabelText('Tags'), { target: { value: 'billing' } })
      await click(buttons(document.body, 'Add')[0])
    }
    if (name === 'Assign')
      await click(
        await waitFor(() => {
          const options = [...document.querySelectorAll('[role=option]')]
          return options.find(({ textContent }) => textContent.includes('Nobody')) ?? expect.fail('no option')
        }),
      )
  }
  return leavesColleagues
}
