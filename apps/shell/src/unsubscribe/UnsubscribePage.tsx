import { Button } from '@helpdesk/ui/components/Button'
import { useState } from 'react'
import { MailLinkCard } from '../mail-link/MailLinkCard'
import { useMailLink } from '../mail-link/use-mail-link'
import { getSubscription, setSubscription } from './subscription'
import * as texts from './texts'

/** Ends a kind of mail on a click, without signing in. Opening the page changes nothing: mail scanners open every link. */
export function Component() {
  const link = useMailLink(getSubscription)
  const [isDone, setDone] = useState(false)

  const subscribe = async (on: boolean) => {
    if (await link.run((token) => setSubscription(token, on))) setDone(true)
  }

  return (
    <MailLinkCard link={link} title={texts.title} invalid={texts.invalid}>
      {(subscription, alert) => {
        const { is_subscribed: on, is_in_text } = subscription
        return (
          <>
            <div role="status">
              <p>{on ? texts.subscribed(subscription) : texts.unsubscribed(subscription)}</p>
              {!on && isDone && is_in_text && <p>{texts.told}</p>}
            </div>
            {alert}
            <Button
              variant={on ? 'solid' : 'outline'}
              loading={link.busy}
              onClick={() => void subscribe(!on)}
            >
              {on ? texts.unsubscribe : texts.subscribe}
            </Button>
          </>
        )
      }}
    </MailLinkCard>
  )
}
