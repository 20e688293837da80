import { useAuth } from '@helpdesk/auth'
import type { ReactNode } from 'react'
import { useDraftOwner } from '../../drafts/draft-owner'
import { draftStorageKey } from '../../drafts/draft-storage'
import { HeldDraft } from './HeldDraft'

interface OneTabDraftProps {
  /** Names the form, as in `useDraft`. */
  place: string
  /** The accessible name of the draft. */
  label: string
  /** Shows the label where the form is not shown. */
  showsLabel?: boolean
  /** What is shown of a draft that is not a mere text. */
  textOf?: (stored: string) => string
  /** Further actions where the form is not shown. */
  actions?: ReactNode
  /** The form. */
  children: ReactNode
}

/** A form whose draft one tab at a time writes: the others show the text, and can take it over. */
export function OneTabDraft({
  place,
  label,
  showsLabel = false,
  textOf = (stored) => stored,
  actions,
  children,
}: OneTabDraftProps) {
  const { user } = useAuth()
  const { isElsewhere, text, takeOver } = useDraftOwner(draftStorageKey(user?.id ?? '', place))
  if (!isElsewhere) return children
  return (
    <HeldDraft where="tab" label={label} showsLabel={showsLabel} text={textOf(text)} onTakeOver={takeOver}>
      {actions}
    </HeldDraft>
  )
}
