import { expect, it } from 'vitest'
import { changeText } from './change-text'
import { undoReport } from './undo-report'

it.each([
  [{ assignee: 'you' }, '#7 assigned to you'],
  [{ assignee: null }, '#7 returned to the queue'],
  [{ status: 'on_hold' }, '#7 set to On Hold'],
  [{ priority: 'urgent' }, '#7 set to Urgent priority'],
  [{ tags: true }, 'Tags of #7 changed'],
  [{ status: 'pending', tags: true }, '#7 set to Pending and tagged'],
  [
    { assignee: 'you', status: 'solved', priority: 'low' },
    '#7 assigned to you, set to Solved and set to Low priority',
  ],
] as const)('describes the change %j as "%s"', (change, text) => {
  expect(changeText('#7', change)).toBe(text)
})

const result = (number: number, code?: string) => ({ id: `t${number}`, number, ok: !code, code })

it('names the restored ticket, or counts them', () => {
  expect(undoReport([result(7)])).toEqual({ type: 'success', title: 'Undone: #7 restored' })
  expect(undoReport([result(7), result(8)]).title).toBe('Undone: 2 tickets restored')
})

it('names the tickets that were not restored, with the reason', () => {
  const since = 'The ticket has changed since'
  expect(undoReport([result(7), result(8, 'ticket_changed')])).toEqual({
    type: 'error',
    title: 'Undone: #7 restored',
    description: `#8: ${since}`,
  })
  expect(undoReport([result(7, 'ticket_changed')]).title).toBe('Not undone')
})
