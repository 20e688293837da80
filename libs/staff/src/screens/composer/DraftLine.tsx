import { Button, chakra, Flex } from '@helpdesk/ui'
import type { DraftState, TicketDraft } from '../../api/ticket-draft'

type Draft = DraftState & Pick<TicketDraft, 'clear' | 'swap'>

const savedTexts: Record<DraftState['saved'], string> = {
  empty: '',
  device: 'Draft saved on this device',
  saving: 'Saving draft…',
  server: 'Draft saved',
}

/** The text for screen readers; routine saves are not announced. */
function statusText({ text, restored, other }: DraftState): string {
  if (!text) return 'This draft was sent or deleted on another device.'
  return [restored && 'Draft restored', other !== null && 'There is another version from another device.']
    .filter(Boolean)
    .join(' ')
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
          {text ? 'Show the other version' : 'Restore'}
        </Button>
      )}
      {text && (
        <Button size="sm" variant="ghost" onClick={draft.clear}>
          Delete draft
        </Button>
      )}
    </Flex>
  )
}

const Status = chakra('span', { base: { minWidth: '0', overflowWrap: 'anywhere' } })
