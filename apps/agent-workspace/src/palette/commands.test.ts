import { describe, expect, it, vi } from 'vitest'
import type { SavedView } from '../model/saved-views'
import type { WorklistCommands } from '@helpdesk/staff/state/worklist-commands'
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
  chosen: () => 0,
  targets: () => 1,
  focusBulkBar: nothing,
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

describe('the list of commands', () => {
  it.each([
    ['a list', inList],
    ['a ticket', inTicket],
    ['neither', context()],
  ])('in %s gives each key one meaning, but for Escape', (_where, some) => {
    const keys = offers(some).flatMap(({ command }) => command.keys)
    expect(keys.filter((each, at) => keys.indexOf(each) !== at && each !== 'Escape')).toEqual([])
  })

  it('has an id and a shortcut for every command but the one that the palette alone gives', () => {
    const all = allCommands(context())
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.filter(({ keys }) => keys.length === 0).map(({ id }) => id)).toEqual(['save-view'])
  })

  it('begins no sequence with a key that is a shortcut by itself', () => {
    const all = allCommands(context({ views: [view(1)] })).flatMap(({ keys }) => keys)
    const begins = all.filter((keys) => keys.includes(' ')).map((keys) => keys.split(' ')[0])
    expect(all.filter((keys) => begins.includes(keys))).toEqual([])
  })

  it('offers what the page can do, and nothing else', () => {
    expect(ids(context())).toEqual(['palette', 'help', 'go-/dashboard/agent'])
    expect(ids(inTicket)).toEqual(expect.arrayContaining(['reply', 'note', 'status', 'priority', 'back']))
    expect(ids(inTicket)).not.toContain('send-next')
    expect(ids(inList)).toEqual(expect.arrayContaining(['down', 'open', 'claim', 'list-status', 'save-view']))
  })

  it('offers nothing about a ticket while no row is meant, and the tools only for chosen ones', () => {
    const none = ids(context({ list: list({ targets: () => 0 }) }))
    for (const id of ['open', 'select', 'claim', 'list-status', 'list-priority', 'bulk'])
      expect(none).not.toContain(id)
    expect(ids(context({ list: list({ chosen: () => 2 }) }))).toContain('bulk')
  })

  it('means the list, the ticket or the field by the same key, whichever is there', () => {
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

  it('goes to pages, to the first nine views, and along the list of a ticket', () => {
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

  it('leaves out what is switched off', () => {
    const bound = bindingsOf(offers(inTicket), (_command, keys) => !isSingleKey(keys))
    expect([...bound.keys()]).toEqual(['mod+k', 'Escape'])
  })
})

describe('single keys', () => {
  it.each(['j', '?', '/', 'shift+a', 'g d', 'g 1'])('%s can be switched off', (keys) =>
    expect(isSingleKey(keys)).toBe(true),
  )
  it.each(['mod+k', 'mod+shift+Enter', 'Escape', 'Enter', 'ArrowDown', 'shift+ArrowUp'])('%s stays', (keys) =>
    expect(isSingleKey(keys)).toBe(false),
  )
})

describe('finding in the palette', () => {
  const find = (query: string) => findOffers(offers(inList), query).map(({ command }) => command.id)
  it('wants every word, in the title or the group, and puts first what begins with them', () => {
    expect(find('set prio')).toEqual(['list-priority'])
    expect(find('DASH')).toEqual(['go-/dashboard/agent'])
    expect(find('go to dash')).toEqual(['go-/dashboard/agent'])
    expect(find('select').slice(0, 3)).toEqual(['select', 'select-down', 'select-up'])
    expect(find('select').at(-1)).toBe('clear')
    expect(find('nothing like it')).toEqual([])
    expect(find('  ')).toEqual(ids(inList))
  })
  it('knows the id of a ticket', () => {
    const id = '11111111-1111-4111-8111-111111111111'
    expect(ticketIdIn(` #${id} `)).toBe(id)
    expect(ticketIdIn('#12')).toBeNull()
  })
})

describe('how shortcuts are shown', () => {
  it('names the keys of the system', () => {
    expect(capsOf('mod+shift+Enter', false)).toEqual([['Ctrl', 'Shift', 'Enter']])
    expect(capsOf('mod+k', true)).toEqual([['⌘', 'K']])
    expect(capsOf('g a', false)).toEqual([['G'], ['A']])
  })
})
