import { Button, chakra, CloseIcon, IconButton } from '@helpdesk/ui'
import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import type { BulkReport } from '../../model/bulk'
import { undoAtom } from '../../state/undo'

interface BulkOutcomeProps extends BulkReport {
  /** Why the whole call failed. */
  failure?: string
  undo?: () => void
  busy: boolean
  onDismiss: () => void
}

/** The result of a bulk change: how many tickets changed, which were refused and why, and Undo. */
export function BulkOutcome({ done, refused, failure, undo, busy, onDismiss }: BulkOutcomeProps) {
  // Undo by key works from anywhere: ten seconds are too short to reach the button by Tab.
  const offer = useSetAtom(undoAtom)
  const run = useEffectEvent(() => undo?.())
  const offered = undo !== undefined && !busy
  useEffect(() => {
    if (!offered) return
    const mine = { run: () => run() }
    offer(mine)
    return () => offer((now) => (now === mine ? null : now))
  }, [offered, offer])
  return (
    <Card role={failure || refused.length > 0 ? 'alert' : 'status'}>
      <Texts>
        {done && <p>{done}</p>}
        {failure && <p>{failure}</p>}
        {refused.map(({ reason, subjects }) => (
          <div key={reason}>
            <p>{reason}:</p>
            <Subjects>
              {subjects.map((subject, index) => (
                <li key={index}>{subject}</li>
              ))}
            </Subjects>
          </div>
        ))}
      </Texts>
      {undo && (
        <Button size="sm" loading={busy} onClick={undo}>
          Undo
        </Button>
      )}
      <IconButton label="Dismiss" size="sm" onClick={onDismiss}>
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
const Subjects = chakra('ul', { base: { color: 'fg.muted', paddingInlineStart: '4', listStyleType: 'disc' } })
