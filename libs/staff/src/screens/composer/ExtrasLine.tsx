import { Button, CloseIcon, Flex } from '@helpdesk/ui'
import { priorityLabel } from '@helpdesk/tickets/model/priorities'
import { hasExtras, type ReplyExtras } from '../../model/reply-extras'
import { statusLabel } from '@helpdesk/tickets/model/statuses'

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
      aria-label="Changes with this reply"
    >
      <span>With this reply:</span>
      {status && (
        <Part
          label={`status ${statusLabel(status)}`}
          onRemove={() => onChange({ ...extras, status: undefined })}
        />
      )}
      {priority && (
        <Part
          label={`priority ${priorityLabel(priority)}`}
          onRemove={() => onChange({ ...extras, priority: undefined })}
        />
      )}
      {addTags.map((tag) => (
        <Part
          key={tag}
          label={`tag ${tag}`}
          onRemove={() => onChange({ ...extras, addTags: addTags.filter((each) => each !== tag) })}
        />
      ))}
    </Flex>
  )
}

function Part({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Button size="sm" variant="subtle" data-series="" aria-label={`Leave out ${label}`} onClick={onRemove}>
      {label}
      <CloseIcon size={12} />
    </Button>
  )
}
