import { Button, chakra, Flex } from '@helpdesk/ui'
import type { DraftState } from '../../drafts/draft-state'
import type { TicketDraft } from '../../drafts/ticket-draft'
import * as texts from './texts'

type Draft = DraftState & Pick<TicketDraft, 'clear' | 'swap'>

const savedTexts: Record<DraftState['saved'], string> = {
  empty: '',
  device: texts.draftOnDevice,
  saving: texts.savingDraft,
  server: texts.draftSaved,
}

/** The text for screen readers; routine saves are not announced. */
function statusText({ text, restored, other }: DraftState): string {
  if (!text) return texts.draftGone
  return [restored && texts.draftRestored, other !== null && texts.otherVersion].filter(Boolean).join(' ')
}

/** Shows where the draft is saved and whether it was restored, with buttons to swap or delete it. */
export function DraftLine({ draft }: { draft: Draft }) {
  const { text, restored, other, saved } = draft
  if (!text && other === null) return null
  return (
    <Flex alignItems="center" wrap="wrap" columnGap="2" color="fg.muted" fontSize="sm" minHeight="7">
      {text && !restored && <span>{savedTexts[saved]}</span>}
      <Status role="status">{statusText(draft)}</Status>
      {other !== null && (
        <Button size="sm" variant="ghost" onClick={draft.swap}>
          {text ? texts.showOtherVersion : texts.restore}
        </Button>
      )}
      {text && (
        <Button size="sm" variant="ghost" onClick={draft.clear}>
          {texts.deleteDraft}
        </Button>
      )}
    </Flex>
  )
}

const Status = chakra('span', { base: { minWidth: '0', overflowWrap: 'anywhere' } })
