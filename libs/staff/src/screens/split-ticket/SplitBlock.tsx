import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { chakra, deferred } from '@helpdesk/ui'
import { useEffect, useRef, useState } from 'react'
import { newestToSplit } from '../../model/split'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { useTicketRights } from '../../state/use-ticket-rights'

const SplitDialog = deferred(async () => (await import('./SplitDialog')).SplitDialog, null).Screen

/** Provides the command that splits messages off, and shows its dialog. */
export function SplitBlock({ detail }: { detail: TicketDetail }) {
  const { mayTriage } = useTicketRights(detail)
  const [first, setFirst] = useState<string>()
  const place = useRef<HTMLSpanElement>(null)
  const wasOpen = useRef(false)
  const isDone = useRef(false)
  const newest = newestToSplit(detail)
  useProvideTicketCommands(mayTriage && newest ? { split: (id?: string) => setFirst(id ?? newest.id) } : {})
  useEffect(() => {
    // The message with the button goes, and a key leaves the focus nowhere.
    if (
      wasOpen.current &&
      first === undefined &&
      (isDone.current || document.activeElement === document.body)
    )
      place.current?.focus({ preventScroll: true })
    wasOpen.current = first !== undefined
    isDone.current = false
  }, [first])
  return (
    <>
      <Place ref={place} tabIndex={-1} />
      {first !== undefined && (
        <SplitDialog
          detail={detail}
          first={first}
          onDone={() => (isDone.current = true)}
          onClose={() => setFirst(undefined)}
        />
      )}
    </>
  )
}

const Place = chakra('span', { base: { position: 'absolute', outline: 'none' } })
