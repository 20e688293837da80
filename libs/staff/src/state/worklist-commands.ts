import { atom, getDefaultStore } from 'jotai'
import { useEffect, useRef } from 'react'
import type { BulkChange } from '../model/bulk'

/** What can be done with the list on the screen from elsewhere, such as by a key or from a palette. */
export interface WorklistCommands {
  focusSearch: () => void
  /** Goes `by` rows. @param extend what is passed is chosen as well */
  move: (by: number, extend: boolean) => void
  /** Chooses the row of the cursor, or lets it go. */
  toggle: () => void
  toggleAll: () => void
  clearSelection: () => void
  /** Opens the ticket of the cursor. */
  open: () => void
  /** Takes the chosen tickets or, without any, the one of the cursor. */
  claim: () => void
  /** Changes the chosen tickets or, without any, the one of the cursor. */
  change: (change: BulkChange) => void
  /** How many tickets are chosen. */
  chosen: () => number
  /** How many tickets `change` would change. */
  targets: () => number
  /** Leads to the bar over the chosen tickets: assign, status, priority, tags. */
  focusBulkBar: () => void
}

/** Takes the last change of many tickets back, for as long as that is offered; null otherwise. */
export const undoAtom = atom<{ run: () => void } | null>(null)

/** The commands of the list on the screen; null without one. */
export const worklistCommandsAtom = atom<WorklistCommands | null>(null)

/** The commands at this moment, for code outside React. */
export const worklistCommands = (): WorklistCommands | null => getDefaultStore().get(worklistCommandsAtom)

/** Offers the commands for as long as the list is on the page; each call reaches the newest. */
export function useOfferWorklist(commands: WorklistCommands): void {
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => {
    const store = getDefaultStore()
    const stable: WorklistCommands = {
      focusSearch: () => latest.current.focusSearch(),
      move: (by, extend) => latest.current.move(by, extend),
      toggle: () => latest.current.toggle(),
      toggleAll: () => latest.current.toggleAll(),
      clearSelection: () => latest.current.clearSelection(),
      open: () => latest.current.open(),
      claim: () => latest.current.claim(),
      change: (change) => latest.current.change(change),
      chosen: () => latest.current.chosen(),
      targets: () => latest.current.targets(),
      focusBulkBar: () => latest.current.focusBulkBar(),
    }
    store.set(worklistCommandsAtom, stable)
    return () => store.set(worklistCommandsAtom, (now) => (now === stable ? null : now))
  }, [])
}
