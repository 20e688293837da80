import { Text, toast } from '@helpdesk/ui'
import { useRef } from 'react'
import { useManageTicket } from '../../api/manage-ticket'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { Ticket } from '@helpdesk/tickets/model/rows'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { TagEditor } from '../controls/TagEditor'
import { useTagEntry } from '../../state/use-tag-entry'
import { Section } from './Section'
import * as texts from './texts'

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
          toast({ type: 'error', title: texts.tagsNotChanged, description: failureText(error) }),
      },
    )
  const entry = useTagEntry(tags, save)

  return (
    <Section title={texts.tags}>
      {tags.length === 0 && !mayChange && <Text tone="muted">{texts.noTags}</Text>}
      <TagEditor
        label={texts.addATag}
        hideLabel
        tags={tags}
        onTags={mayChange ? save : undefined}
        entry={entry}
        input={input}
      />
    </Section>
  )
}
