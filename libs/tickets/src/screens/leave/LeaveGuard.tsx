import { getAuthState } from '@helpdesk/auth'
import { Button, Dialog, Flex, Text } from '@helpdesk/ui'
import { useBlocker } from '@helpdesk/ui/router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as texts from './texts'

export interface LeaveQuestion {
  title: string
  text: string
}

interface LeaveGuardProps {
  /** Returns the question, or null when leaving loses nothing. */
  question: () => LeaveQuestion | null
  /** Asks also before what is behind the question mark of the address changes, such as the tab of a page. */
  hasParts?: boolean
}

/** Asks before the user leaves the page: with a dialog inside the app, else with the browser's prompt. */
export function LeaveGuard({ question, hasParts = false }: LeaveGuardProps) {
  const [asked, setAsked] = useState<LeaveQuestion | null>(null)
  // Signing out is never blocked.
  const now = () => (getAuthState().user ? question() : null)
  const ask = useEffectEvent(now)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const stays = currentLocation.pathname === nextLocation.pathname
    if (stays && (!hasParts || currentLocation.search === nextLocation.search)) return false
    const next = now()
    setAsked(next)
    return next !== null
  })

  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (ask()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => window.removeEventListener('beforeunload', onBeforeUnload)
  }, [])

  if (blocker.state !== 'blocked' || !asked) return null
  return <LeaveDialog {...asked} onStay={blocker.reset} onLeave={blocker.proceed} />
}

interface LeaveDialogProps extends LeaveQuestion {
  onStay: () => void
  onLeave: () => void
}

/** Asks before something is lost; Escape stays. */
export function LeaveDialog({ title, text, onStay, onLeave }: LeaveDialogProps) {
  const stay = useRef<HTMLButtonElement>(null)
  // Enter chooses the safe answer.
  useEffect(() => stay.current?.focus(), [])
  return (
    <Dialog title={title} onClose={onStay}>
      <Text tone="muted">{text}</Text>
      <Flex gap="2" justifyContent="flex-end" wrap="wrap" marginTop="2">
        <Button onClick={onLeave}>{texts.leave}</Button>
        <Button variant="solid" onClick={onStay} ref={stay}>
          {texts.stay}
        </Button>
      </Flex>
    </Dialog>
  )
}
