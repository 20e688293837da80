import { Button } from '@helpdesk/ui'
import { useTakeNext } from './use-take-next'

/** Takes the next ticket of the queue and opens it. */
export function NextTicketButton() {
  const { take, isPending } = useTakeNext()
  return (
    <Button variant="solid" loading={isPending} onClick={() => void take()}>
      Next ticket
    </Button>
  )
}
