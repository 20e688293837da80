import { Button } from '@helpdesk/ui/components/Button'
import { chakra } from '@helpdesk/ui/components/layout'
import { useState } from 'react'
import { useAuth } from '../session/hooks'
import {
  canNotify,
  isBrowserNotified,
  turnOffBrowserNotifications,
  turnOnBrowserNotifications,
} from '../storage/browser-notifications'
import * as texts from './texts'

const HINTS = {
  denied: texts.notificationsBlocked,
  unsupported: texts.notificationsUnsupported,
}

/** Turns notifications of this browser on and off. The browser asks for its permission on the click, never before. */
export function BrowserNotifications() {
  const userId = useAuth().user?.id ?? ''
  const [on, setOn] = useState(() => isBrowserNotified(userId))
  const [failure, setFailure] = useState<keyof typeof HINTS | null>(null)
  if (!canNotify()) return null

  async function turnOn() {
    const outcome = await turnOnBrowserNotifications(userId, texts.notificationsAreOn)
    setOn(outcome === 'on')
    setFailure(outcome === 'on' ? null : outcome)
  }
  function turnOff() {
    turnOffBrowserNotifications()
    setOn(false)
  }
  return (
    <Row>
      <div>
        <Name>{texts.thisBrowser}</Name>
        <Hint>{texts.thisBrowserText}</Hint>
        <Hint role="status">{failure && HINTS[failure]}</Hint>
      </div>
      <Button size="sm" onClick={on ? turnOff : () => void turnOn()}>
        {on ? texts.turnOff : texts.turnOn}
      </Button>
    </Row>
  )
}

const Row = chakra('div', {
  base: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '4', mt: '4' },
})
const Name = chakra('p', { base: { fontWeight: 'medium' } })
const Hint = chakra('p', { base: { color: 'fg.muted', fontSize: 'sm' } })
