import { Button, chakra, CloseIcon, IconButton } from '@helpdesk/ui'
import type { Outcome } from './use-bulk'
import * as texts from './texts'

interface BulkOutcomeProps extends Outcome {
  busy: boolean
  onTakeOver: () => void
  onDismiss: () => void
}

/** The result of a change that did not reach all tickets: what changed, with Undo, and which were refused and why. */
export function BulkOutcome(props: BulkOutcomeProps) {
  const { done, refused, failure, undo, held, busy, onTakeOver, onDismiss } = props
  return (
    <Card role="alert">
      <Texts>
        {done && <p>{done}</p>}
        {failure && <p>{failure}</p>}
        {refused.map(({ reason, tickets, more }) => (
          <div key={reason}>
            <p>{reason}</p>
            <Tickets>
              {tickets.map((label, index) => (
                <li key={index}>{label}</li>
              ))}
              {more > 0 && <li>{texts.moreTickets(more)}</li>}
            </Tickets>
          </div>
        ))}
      </Texts>
      {held.length > 0 && (
        <Button size="sm" disabled={busy} onClick={onTakeOver}>
          {texts.takeOver(held.length)}
        </Button>
      )}
      {undo && (
        <Button size="sm" disabled={busy} onClick={undo}>
          {texts.undo}
        </Button>
      )}
      <IconButton label={texts.dismiss} size="sm" onClick={onDismiss}>
        <CloseIcon size={14} />
      </IconButton>
    </Card>
  )
}

const Card = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '2',
    p: '2',
    ps: '3',
    width: 'fit-content',
    maxWidth: 'min(36rem, 100%)',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    boxShadow: 'lg',
  },
})
const Texts = chakra('div', {
  base: {
    flex: '1',
    minWidth: '0',
    maxHeight: '40vh',
    overflowY: 'auto',
    overflowWrap: 'anywhere',
    py: '0.5',
  },
})
const Tickets = chakra('ul', { base: { color: 'fg.muted', paddingInlineStart: '4', listStyleType: 'disc' } })
