import { atom, getDefaultStore } from 'jotai'
import { useEffect, useRef } from 'react'
import type { BulkChange, BulkTarget } from '../model/bulk'

/** Commands of the list on screen for shortcuts and the command palette. */
export interface WorklistCommands {
  focusSearch: () => void
  /** Moves the cursor `by` rows. @param extend selects the rows passed */
  move: (by: number, extend: boolean) => void
  /** Selects or deselects the row of the cursor. */
  toggle: () => void
  toggleAll: () => void
  clearSelection: () => void
  /** Opens the ticket of the cursor. */
  open: () => void
  /** Claims the selected tickets, else the one of the cursor. */
  claim: () => void
  /** True when a colleague has the ticket of the cursor and no ticket is selected: claiming is a takeover. */
  isTaken: () => boolean
  /** Changes the selected tickets, else the one of the cursor. */
  change: (change: BulkChange) => void
  /** Number of selected tickets. */
  chosen: () => number
  /** The tickets `change` would change. */
  targets: () => readonly BulkTarget[]
}

/** Null without a list on screen. */
// eslint-disable-next-line no-restricted-syntax -- belongs to the screen of its remote, which leaves the page with it
export const worklistCommandsAtom = atom<WorklistCommands | null>(null)

/** The current commands, for code outside React. */
export const worklistCommands = (): WorklistCommands | null => getDefaultStore().get(worklistCommandsAtom)

/** Provides the commands while the list is mounted; each call reaches the latest function. */
export function useProvideWorklistCommands(commands: WorklistCommands): void {
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
      isTaken: () => latest.current.isTaken(),
      change: (change) => latest.current.change(change),
      chosen: () => latest.current.chosen(),
      targets: () => latest.current.targets(),
    }
    store.set(worklistCommandsAtom, stable)
    return () => store.set(worklistCommandsAtom, (now) => (now === stable ? null : now))
  }, [])
}
