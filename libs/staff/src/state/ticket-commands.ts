import { atom, getDefaultStore } from 'jotai'
import { useEffect, useRef } from 'react'
import type { TicketPriority } from '@helpdesk/tickets/model/priorities'
import type { TicketStatus } from '@helpdesk/tickets/model/statuses'

/** What can be done with the open ticket from elsewhere, such as by a key or from a palette. */
export interface TicketCommands {
  focusReply: () => void
  focusNote: () => void
  /** Sends what is in the box, reply or note. */
  send: () => void
  /** Sends it and goes on to the next ticket of the queue. */
  sendAndNext: () => void
  openMacros: () => void
  setStatus: (status: TicketStatus) => void
  setPriority: (priority: TicketPriority) => void
  assignToMe: () => void
}

type Commands = Partial<TicketCommands>

/** The commands of the ticket that is open now; empty without one. A command is absent where it cannot be given. */
export const ticketCommandsAtom = atom<Commands>({})

/** The commands at this moment, for code outside React. */
export const ticketCommands = (): Commands => getDefaultStore().get(ticketCommandsAtom)

/** Offers commands for as long as the component is on the page. */
export function useProvideCommands(commands: Commands): void {
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  const names = Object.keys(commands).sort().join()
  useEffect(() => {
    const store = getDefaultStore()
    // Stable functions that call the newest: the store changes only with the page.
    const stable: Commands = {
      focusReply: () => latest.current.focusReply?.(),
      focusNote: () => latest.current.focusNote?.(),
      send: () => latest.current.send?.(),
      sendAndNext: () => latest.current.sendAndNext?.(),
      openMacros: () => latest.current.openMacros?.(),
      setStatus: (status) => latest.current.setStatus?.(status),
      setPriority: (priority) => latest.current.setPriority?.(priority),
      assignToMe: () => latest.current.assignToMe?.(),
    }
    const offered = names.split(',')
    const mine = Object.fromEntries(Object.entries(stable).filter(([name]) => offered.includes(name)))
    store.set(ticketCommandsAtom, (all) => ({ ...all, ...mine }))
    return () =>
      store.set(ticketCommandsAtom, (all) =>
        Object.fromEntries(Object.entries(all).filter(([name]) => !offered.includes(name))),
      )
  }, [names])
}
