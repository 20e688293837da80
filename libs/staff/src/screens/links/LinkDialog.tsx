import { failureText } from '@helpdesk/tickets/model/errors'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { Alert, Dialog, Field, NativeSelect, Stack, toast } from '@helpdesk/ui'
import { useState } from 'react'
import { useChangeLinks } from '../../api/link-tickets'
import type { BulkTarget } from '../../model/bulk'
import { refusalOf, ticketLabel } from '../../model/bulk-report'
import { linkChoices, linkOf, type LinkChoice } from '../../model/links'
import * as texts from '../../model/link-texts'
import { namesOf, type MergeTarget } from '../../model/merge'
import { refused as refusedText } from '../../model/merge-texts'
import { TargetPicker } from '../merge/TargetPicker'
import { useAnnounceLinks } from './use-announce-links'

interface LinkDialogProps {
  /** The tickets to link. */
  sources: readonly BulkTarget[]
  /** Offered before anything is typed. */
  suggestions?: readonly MergeTarget[]
  onClose: () => void
}

/** Asks for the kind of link and for a ticket, and links with the one that is picked. */
export function LinkDialog({ sources, suggestions = [], onClose }: LinkDialogProps) {
  const choices = linkChoices(sources.length)
  const [choice, setChoice] = useState<LinkChoice>(choices[0] ?? 'related')
  const [query, setQuery] = useState('')
  const { mutate, isPending, error } = useChangeLinks()
  const announce = useAnnounceLinks()
  const [refused, setRefused] = useState<string[]>([])
  const words = sources.length === 1 ? texts.choices : texts.choicesOfMany

  function onPick(found: MergeTarget) {
    if (isPending) return
    setRefused([])
    const link = linkOf(sources, found.id, choice)
    const names =
      sources.length === 1 ? namesOf(sources) : namesOf(sources.filter(({ id }) => id !== found.id))
    mutate(
      { ...link, adds: true },
      {
        onSuccess: (outcome) => {
          const [from, to] = choice === 'incident' ? [ticketRef(found), names] : [names, ticketRef(found)]
          announce(
            link,
            true,
            outcome,
            choice === 'related' ? texts.linked(from, to) : texts.incidentLinked(from, to),
          )
          const failed = outcome.results.filter(({ ok }) => !ok)
          setRefused(failed.map((result) => refusedText(ticketLabel(result), refusalOf(result))))
          if (failed.length > 0) return
          if (!outcome.results.some(({ changed }) => changed)) toast({ title: texts.linkedBefore(to) })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog title={texts.linkTitle} onClose={onClose}>
      <Stack gap="3">
        <Field label={texts.linkAs}>
          <NativeSelect
            options={choices.map((value) => ({ value, label: words[value] }))}
            value={choice}
            onChange={({ target }) => setChoice(choices.find((value) => value === target.value) ?? choice)}
          />
        </Field>
        {(error || refused.length > 0) && (
          <Alert title={texts.notLinked}>
            {error && <p>{failureText(error)}</p>}
            {refused.map((reason) => (
              <p key={reason}>{reason}</p>
            ))}
          </Alert>
        )}
        <TargetPicker
          label={texts.findTicket}
          sources={sources}
          suggestions={suggestions}
          query={query}
          onQuery={setQuery}
          onPick={onPick}
          onClose={onClose}
        />
      </Stack>
    </Dialog>
  )
}
