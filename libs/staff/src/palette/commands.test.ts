import { describe, expect, it, vi } from 'vitest'
import type { SavedView } from '../model/saved-views'
import type { WorklistCommands } from '../state/worklist-commands'
import { allCommands } from './all-commands'
import { bindingsOf, offers } from './commands'
import type { CommandContext } from './command'
import { findOffers, ticketIdIn } from './find-offers'
import { capsOf } from '../keys/key-labels'
import { isSingleKey } from '../keys/single-keys'

const nothing = () => undefined
const list = (more: Partial<WorklistCommands> = {}): WorklistCommands => ({
  focusSearch: nothing,
  move: nothing,
  toggle: nothing,
  toggleAll: nothing,
  clearSelection: nothing,
  open: nothing,
  claim: nothing,
  change: nothing,
  isTaken: () => false,
  chosen: () => 0,
  targets: () => [{ id: 'a' }],
  ...more,
})
const view = (n: number): SavedView => ({
  id: `view-${n}`,
  owner_id: 'me',
  is_shared: false,
  name: `View ${n}`,
  filter: {},
})
const context = (more: Partial<CommandContext> = {}): CommandContext => ({
  list: null,
  ticket: {},
  places: [{ key: 'd', label: 'Dashboard', path: '/dashboard/agent' }],
  views: [],
  viewHref: ({ id }) => `/views?view=${id}`,
  go: nothing,
  show: nothing,
  neighbour: nothing,
  ...more,
})
const inTicket = context({
  ticket: { focusReply: nothing, focusNote: nothing, setStatus: nothing, setPriority: nothing },
  toList: nothing,
})
const inList = context({ list: list() })
const ids = (some: CommandContext) => offers(some).map(({ command }) => command.id)
const everything = () => true
const press = (some: CommandContext, keys: string) => bindingsOf(offers(some), everything).get(keys)?.run()

describe('commands', () => {
  it.each([
    ['a list', inList],
    ['a ticket', inTicket],
    ['neither', context()],
  ])('bind each key once in %s, except Escape', (_context, some) => {
    const keys = offers(some).flatMap(({ command }) => command.keys)
    expect(keys.filter((each, at) => keys.indexOf(each) !== at && each !== 'Escape')).toEqual([])
  })

  it('have unique ids and a shortcut, except those of the palette alone', () => {
    const all = allCommands(context())
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.filter(({ keys }) => keys.length === 0).map(({ id }) => id)).toEqual([
      'list-wake',
      'save-view',
      'wake',
      'follow',
      'forward',
      'add-person',
    ])
  })

  it('start no sequence with a key that is a shortcut by itself', () => {
    const all = allCommands(context({ views: [view(1)] })).flatMap(({ keys }) => keys)
    const firstKeys = all.filter((keys) => keys.includes(' ')).map((keys) => keys.split(' ')[0])
    expect(all.filter((keys) => firstKeys.includes(keys))).toEqual([])
  })

  it('depend on the page', () => {
    expect(ids(context())).toEqual(['palette', 'help', 'new-ticket', 'go-/dashboard/agent'])
    expect(ids(inTicket)).toEqual(expect.arrayContaining(['reply', 'note', 'status', 'priority', 'back']))
    expect(ids(inTicket)).not.toContain('send-next')
    expect(ids(inList)).toEqual(expect.arrayContaining(['down', 'open', 'claim', 'list-status', 'save-view']))
  })

  it('need a target row, and a selection for the bulk bar', () => {
    const none = ids(context({ list: list({ targets: () => [] }) }))
    for (const id of ['open', 'select', 'claim', 'list-status', 'list-priority', 'bulk'])
      expect(none).not.toContain(id)
    expect(ids(context({ list: list({ chosen: () => 2 }) }))).toContain('bulk')
  })

  it('apply the same key to the list, the ticket or the field', () => {
    const show = vi.fn()
    const assignToMe = vi.fn()
    const claim = vi.fn()
    press(context({ list: list({ claim }), show }), 'c')
    press(context({ ticket: { assignToMe } }), 'c')
    expect([claim.mock.calls.length, assignToMe.mock.calls.length]).toEqual([1, 1])
    const leaveField = vi.fn()
    const toList = vi.fn()
    press(context({ leaveField, toList }), 'Escape')
    expect([leaveField.mock.calls.length, toList.mock.calls.length]).toEqual([1, 0])
    press(context({ toList }), 'Escape')
    expect(toList).toHaveBeenCalledOnce()
  })

  it('take a colleague’s ticket over instead of claiming it', () => {
    const show = vi.fn()
    const claim = vi.fn()
    press(context({ list: list({ claim, isTaken: () => true }), show }), 'c')
    expect(show).toHaveBeenCalledWith('take-over')
    expect(claim).not.toHaveBeenCalled()
  })

  it('go to pages, to the first nine views, and to neighbouring tickets', () => {
    const go = vi.fn()
    const views = Array.from({ length: 11 }, (_, n) => view(n + 1))
    const neighbour = (by: 1 | -1) => (by === 1 ? 'after' : undefined)
    const some = context({ go, views, neighbour })
    for (const keys of ['g d', 'g 1', 'g 9', 'j', 'k']) press(some, keys)
    expect(go.mock.calls.flat()).toEqual([
      '/dashboard/agent',
      '/views?view=view-1',
      '/views?view=view-9',
      '/tickets/after',
    ])
    expect(offers(some).find(({ command }) => command.id === 'view-view-10')?.command.keys).toEqual([])
  })

  it('exclude shortcuts that are switched off', () => {
    const bound = bindingsOf(offers(inTicket), (_command, keys) => !isSingleKey(keys))
    expect([...bound.keys()]).toEqual(['mod+k', 'Escape'])
  })
})

describe('single keys', () => {
  it.each(['j', '?', '/', 'shift+a', 'g d', 'g 1'])('%s can be switched off', (keys) =>
    expect(isSingleKey(keys)).toBe(true),
  )
  it.each(['mod+k', 'mod+shift+Enter', 'Escape', 'Enter', 'ArrowDown', 'shift+ArrowUp'])(
    '%s cannot be switched off',
    (keys) => expect(isSingleKey(keys)).toBe(false),
  )
})

describe('palette search', () => {
  const find = (query: string) => findOffers(offers(inList), query).map(({ command }) => command.id)
  it('matches every word in title or group and lists prefix matches first', () => {
    expect(find('set prio')).toEqual(['list-priority'])
    expect(find('DASH')).toEqual(['go-/dashboard/agent'])
    expect(find('go to dash')).toEqual(['go-/dashboard/agent'])
    expect(find('select').slice(0, 3)).toEqual(['select', 'select-down', 'select-up'])
    expect(find('select').at(-1)).toBe('clear')
    expect(find('nothing like it')).toEqual([])
    expect(find('  ')).toEqual(ids(inList))
  })
  it('recognises a ticket id', () => {
    const id = '11111111-1111-4111-8111-111111111111'
    expect(ticketIdIn(` #${id} `)).toBe(id)
    expect(ticketIdIn('#12')).toBeNull()
  })
})

describe('capsOf', () => {
  it('uses the key names of the system', () => {
    expect(capsOf('mod+shift+Enter', false)).toEqual([['Ctrl', 'Shift', 'Enter']])
    expect(capsOf('mod+k', true)).toEqual([['⌘', 'K']])
    expect(capsOf('g a', false)).toEqual([['G'], ['A']])
  })
})
