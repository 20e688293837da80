import { atom, getDefaultStore } from 'jotai'
import { useEffect, useRef } from 'react'
import type { TicketPriority } from '@helpdesk/tickets/model/priorities'
import type { Macro } from '../model/macros'
import type { TicketStatus } from '@helpdesk/tickets/model/statuses'

/** Commands of the open ticket for shortcuts and the command palette. */
export interface TicketCommands {
  focusReply: () => void
  focusNote: () => void
  /** Sends the reply or note in the box. */
  send: () => void
  /** Sends it and opens the next ticket of the queue. */
  sendAndNext: () => void
  /** Sends it and sets the status to solved. An empty box sets the status alone. */
  sendAndSolve: () => void
  /** The same, followed by the next ticket. */
  solveAndNext: () => void
  /** Sends it and sets the status to pending: the customer answers next. An empty box sets the status alone. */
  sendAndWait: () => void
  openMacros: () => void
  insertMacro: (macro: Macro) => void
  /** Follows the ticket, or stops following it. */
  follow: () => void
  /** Opens the dialog that forwards a message. */
  forward: () => void
  /** Focuses the box for people in copy. */
  addPerson: () => void
  setStatus: (status: TicketStatus) => void
  setPriority: (priority: TicketPriority) => void
  presentValue: (field: 'status' | 'priority') => string | undefined
  assignToMe: () => void
  /** Opens the list of staff to assign to. */
  assign: () => void
  takeOver: () => void
  /** Opens the dialog that merges the ticket into another. */
  merge: () => void
  /** Merges the ticket with the one that seems to be about the same. */
  mergeSame: () => void
  /** Opens the dialog that links the ticket with another. */
  link: () => void
  /** Opens the reply to all incidents of the ticket. */
  replyToIncidents: () => void
  /** Opens the dialog that makes messages a ticket of their own. @param first the message that is chosen */
  split: (first?: string) => void
  /** Focuses the box for tags. */
  addTag: () => void
  /** @param until ISO timestamp, or `UNTIL_ANSWER` */
  snooze: (until: string) => void
  /** Ends the snooze. */
  wake: () => void
}

type Commands = Partial<TicketCommands>

/** Empty without an open ticket; unavailable commands are absent. */
// eslint-disable-next-line no-restricted-syntax -- belongs to the screen of its remote, which leaves the page with it
export const ticketCommandsAtom = atom<Commands>({})

/** The current commands, for code outside React. */
export const ticketCommands = (): Commands => getDefaultStore().get(ticketCommandsAtom)

/** Provides commands while the component is mounted. */
export function useProvideTicketCommands(commands: Commands): void {
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  const names = Object.keys(commands).sort().join()
  useEffect(() => {
    const store = getDefaultStore()
    // Stable functions that call the latest ones, so that the atom changes only on mount and unmount.
    const stable: Commands = {
      focusReply: () => latest.current.focusReply?.(),
      focusNote: () => latest.current.focusNote?.(),
      send: () => latest.current.send?.(),
      sendAndNext: () => latest.current.sendAndNext?.(),
      sendAndSolve: () => latest.current.sendAndSolve?.(),
      solveAndNext: () => latest.current.solveAndNext?.(),
      sendAndWait: () => latest.current.sendAndWait?.(),
      openMacros: () => latest.current.openMacros?.(),
      insertMacro: (macro) => latest.current.insertMacro?.(macro),
      follow: () => latest.current.follow?.(),
      forward: () => latest.current.forward?.(),
      addPerson: () => latest.current.addPerson?.(),
      setStatus: (status) => latest.current.setStatus?.(status),
      setPriority: (priority) => latest.current.setPriority?.(priority),
      presentValue: (field) => latest.current.presentValue?.(field),
      assignToMe: () => latest.current.assignToMe?.(),
      assign: () => latest.current.assign?.(),
      takeOver: () => latest.current.takeOver?.(),
      merge: () => latest.current.merge?.(),
      mergeSame: () => latest.current.mergeSame?.(),
      link: () => latest.current.link?.(),
      replyToIncidents: () => latest.current.replyToIncidents?.(),
      split: (first) => latest.current.split?.(first),
      addTag: () => latest.current.addTag?.(),
      snooze: (until) => latest.current.snooze?.(until),
      wake: () => latest.current.wake?.(),
    }
    const provided = names.split(',')
    const mine = Object.fromEntries(Object.entries(stable).filter(([name]) => provided.includes(name)))
    store.set(ticketCommandsAtom, (all) => ({ ...all, ...mine }))
    return () =>
      store.set(ticketCommandsAtom, (all) =>
        Object.fromEntries(Object.entries(all).filter(([name]) => !provided.includes(name))),
      )
  }, [names])
}
