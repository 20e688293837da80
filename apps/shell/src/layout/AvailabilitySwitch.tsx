import { useAuth } from '@helpdesk/auth/session/hooks'
import { chakra } from '@helpdesk/ui/components/layout'
import { errorText } from '@helpdesk/ui/components/error-text'
import { toast } from '@helpdesk/ui/toast/toast'
import { useState } from 'react'
import { auth } from '../app/session'
import * as texts from './texts'

/** Switches a member of staff between available and away. */
export function AvailabilitySwitch() {
  const { profile } = useAuth()
  const [busy, setBusy] = useState(false)
  const away = Boolean(profile?.away_since)

  async function onClick() {
    if (busy) return
    setBusy(true)
    try {
      await (await auth()).setAvailability(!away)
    } catch (error) {
      toast({ type: 'error', title: texts.availabilityFailed, description: errorText(error, '') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Switch
      type="button"
      role="switch"
      aria-checked={!away}
      aria-label={texts.available}
      aria-busy={busy}
      title={away ? texts.awayHint : texts.availableHint}
      onClick={() => void onClick()}
    >
      <span aria-hidden>{away ? texts.away : texts.available}</span>
    </Switch>
  )
}

const Switch = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '7',
    px: '2',
    fontSize: 'sm',
    color: 'fg.muted',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'full',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted', color: 'fg' },
    '@media (pointer: coarse)': { minHeight: '11' },
    _before: {
      content: '""',
      width: '2',
      height: '2',
      borderRadius: 'full',
      borderWidth: '2px',
      borderColor: 'fg.muted',
    },
    '&[aria-checked="true"]::before': { bg: 'success.fg', borderColor: 'success.fg' },
  },
})
