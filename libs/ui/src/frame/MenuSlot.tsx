import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { menuSlotAtom } from './frame'

/** Renders its children into the sidebar of the layout, while one is open. */
export function MenuSlot({ children }: { children: ReactNode }) {
  const slot = useAtomValue(menuSlotAtom)
  return slot && createPortal(children, slot)
}
