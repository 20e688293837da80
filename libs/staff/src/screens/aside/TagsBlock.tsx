import { Text, toast } from '@helpdesk/ui'
import { useRef } from 'react'
import { useManageTicket } from '../../api/manage-ticket'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { Ticket } from '@helpdesk/tickets/model/rows'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { TagEditor } from '../controls/TagEditor'
import { useTagEntry } from '../../state/use-tag-entry'
import { Section } from './Section'

/** Shows the ticket's tags, with controls to remove and add them; each change is saved at once. */
export function TagsBlock({ ticket, mayChange }: { ticket: Ticket; mayChange: boolean }) {
  const manage = useManageTicket(ticket.id)
  const input = useRef<HTMLInputElement>(null)
  const tags = ticket.tags ?? []
  useProvideTicketCommands(mayChange ? { addTag: () => input.current?.focus() } : {})

  const save = (next: string[]) =>
    manage.mutate(
      { change: { tags: next.length > 0 ? next : null } },
      {
        onError: (error) =>
          toast({ type: 'error', title: 'Tags not changed', description: failureText(error) }),
      },
    )
  const entry = useTagEntry(tags, save)

  return (
    <Section title="Tags">
      {tags.length === 0 && !mayChange && <Text tone="muted">No tags</Text>}
      <TagEditor
        label="Add a tag"
        hideLabel
        tags={tags}
        onTags={mayChange ? save : undefined}
        entry={entry}
        input={input}
      />
    </Section>
  )
}
