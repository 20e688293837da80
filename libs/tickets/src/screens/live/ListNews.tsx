import { Button } from '@helpdesk/ui'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { isHeld } from '../../cache/leaving-tickets'
import * as texts from './texts'

/** Milliseconds until the next attempt while the pointer or the keyboard is in the list. */
const RETRY_MS = 500

export interface ListNewsProps {
  /** The number of tickets that the list should show and does not yet. */
  count: number
  /** More changed than is known row by row. */
  isOutdated: boolean
  /** The element that contains the rows. */
  list: RefObject<HTMLElement | null>
  /** Rows are selected, which must not move. */
  isInUse?: boolean
  /** Reads the list again from its first page. */
  onShow: () => void
}

/** The button that shows what arrived. An outdated list is read by itself, as soon as no row would move under a hand. */
export function ListNews({ count, isOutdated, list, isInUse = false, onShow }: ListNewsProps) {
  const refresh = useEffectEvent((): boolean => {
    // Further down, the list would end above the viewport.
    if (isInUse || isHeld(list.current) || scrollY > innerHeight) return false
    onShow()
    return true
  })
  useEffect(() => {
    if (!isOutdated || refresh()) return
    const timer = setInterval(() => refresh() && clearInterval(timer), RETRY_MS)
    return () => clearInterval(timer)
  }, [isOutdated])

  function show() {
    onShow()
    scrollTo({ top: 0 })
  }
  return (
    <Button size="sm" variant="solid" borderRadius="full" boxShadow="md" onClick={show}>
      {isOutdated ? texts.outdated : texts.newTickets(count)}
    </Button>
  )
}
