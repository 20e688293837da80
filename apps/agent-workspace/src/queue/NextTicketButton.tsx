import { Button } from '@helpdesk/ui'
import { useTakeNext } from './use-take-next'
import * as texts from './texts'

/** Takes the next ticket of the queue and opens it; disabled while the user is away, beside the way out. */
export function NextTicketButton() {
  const { take, isPending, isAway, becomeAvailable } = useTakeNext()
  return (
    <>
      {isAway && <Button onClick={becomeAvailable}>{texts.becomeAvailable}</Button>}
      <Button
        variant="solid"
        loading={isPending}
        disabled={isAway}
        title={isAway ? texts.awayFromQueue : undefined}
        onClick={() => void take()}
      >
        {texts.nextTicket}
      </Button>
    </>
  )
}
