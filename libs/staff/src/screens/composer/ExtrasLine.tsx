import { Button, CloseIcon, Flex } from '@helpdesk/ui'
import { priorityLabel } from '@helpdesk/tickets/model/priorities'
import { hasExtras, type ReplyExtras } from '../../model/reply-extras'
import { statusLabel } from '@helpdesk/tickets/model/statuses'
import * as texts from './texts'

interface ExtrasLineProps {
  extras: ReplyExtras
  onChange: (extras: ReplyExtras) => void
}

/** The changes sent with the reply; each can be removed. */
export function ExtrasLine({ extras, onChange }: ExtrasLineProps) {
  if (!hasExtras(extras)) return null
  const { status, priority, addTags } = extras
  return (
    <Flex
      wrap="wrap"
      gap="1.5"
      alignItems="center"
      fontSize="sm"
      role="group"
      aria-label={texts.changesLabel}
    >
      <span>{texts.withThisReply}</span>
      {status && (
        <Part
          label={texts.statusChange(statusLabel(status))}
          onRemove={() => onChange({ ...extras, status: undefined })}
        />
      )}
      {priority && (
        <Part
          label={texts.priorityChange(priorityLabel(priority))}
          onRemove={() => onChange({ ...extras, priority: undefined })}
        />
      )}
      {addTags.map((tag) => (
        <Part
          key={tag}
          label={texts.tagChange(tag)}
          onRemove={() => onChange({ ...extras, addTags: addTags.filter((each) => each !== tag) })}
        />
      ))}
    </Flex>
  )
}

function Part({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Button size="sm" variant="subtle" data-series="" aria-label={texts.leaveOut(label)} onClick={onRemove}>
      {label}
      <CloseIcon size={12} />
    </Button>
  )
}
