import type { SavedView } from '../model/saved-views'
import { NEW_TICKET_PATH } from '../keys/places'
import type { Command, CommandContext, Place } from './command'
import { inGroup } from './in-group'
import { inList } from './list-commands'
import { inTicket } from './ticket-commands'
import * as texts from './texts'

const anywhere = inGroup('Anywhere', [
  {
    id: 'palette',
    title: texts.openPalette,
    keys: ['mod+k'],
    inFields: true,
    act:
      ({ show }) =>
      () =>
        show('palette'),
  },
  {
    id: 'help',
    title: texts.showShortcuts,
    keys: ['?'],
    act:
      ({ show }) =>
      () =>
        show('help'),
  },
  {
    id: 'leave-field',
    title: texts.leaveField,
    keys: ['Escape'],
    inFields: true,
    act: ({ leaveField }) => leaveField,
  },
  {
    id: 'next-ticket',
    title: texts.takeNext,
    keys: ['t'],
    act: ({ takeNext }) => takeNext,
  },
  {
    id: 'new-ticket',
    title: texts.newTicketFor,
    keys: ['shift+n'],
    act:
      ({ go }) =>
      () =>
        go(NEW_TICKET_PATH),
  },
  { id: 'undo', title: texts.undoLast, keys: ['z', 'mod+z'], act: ({ undo }) => undo },
])

const toPlace = ({ key, label, path }: Place): Omit<Command, 'group'> => ({
  id: `go-${path}`,
  title: label,
  keys: [`g ${key}`],
  act:
    ({ go }) =>
    () =>
      go(path),
})

/** `g 1` to `g 9`. */
const VIEWS_WITH_KEYS = 9
const toView = (view: SavedView, index: number): Omit<Command, 'group'> => ({
  id: `view-${view.id}`,
  title: view.name,
  keys: index < VIEWS_WITH_KEYS ? [`g ${index + 1}`] : [],
  act: ({ go, viewHref }) => viewHref && (() => go(viewHref(view))),
})

/** All commands, available now or not: the source of key bindings, palette and help sheet. */
export const allCommands = ({ places, views }: Pick<CommandContext, 'places' | 'views'>): Command[] => [
  ...anywhere,
  ...inList,
  ...inTicket,
  ...inGroup(texts.goTo, [...places.map(toPlace), ...views.map(toView)]),
]
