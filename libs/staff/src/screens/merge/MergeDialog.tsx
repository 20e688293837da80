import { failureText } from '@helpdesk/tickets/model/errors'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { Alert, Button, Dialog, Flex, Stack, Text } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { useEffect, useRef, useState } from 'react'
import { useMergeTickets } from '../../api/merge-tickets'
import { undoAndReport } from '../../api/run-undo'
import { undoBulkUpdate } from '../../api/undo-bulk-update'
import type { BulkTarget } from '../../model/bulk'
import { refusalOf, ticketLabel } from '../../model/bulk-report'
import { audienceOf, namesOf, type MergeTarget } from '../../model/merge'
import * as texts from '../../model/merge-texts'
import { announceChange } from '../../state/undo'
import { TargetPicker } from './TargetPicker'

interface MergeDialogProps {
  /** The tickets to merge. */
  sources: readonly BulkTarget[]
  /** Offered before anything is typed. */
  suggestions?: readonly MergeTarget[]
  onClose: () => void
}

/** Asks for the ticket to merge into, says who would see what, and merges. */
export function MergeDialog({ sources, suggestions = [], onClose }: MergeDialogProps) {
  const [target, setTarget] = useState<MergeTarget>()
  const [query, setQuery] = useState('')
  return (
    <Dialog title={texts.mergeTitle} onClose={onClose}>
      {target ? (
        <Confirmation
          sources={sources.filter(({ id }) => id !== target.id)}
          target={target}
          onBack={() => setTarget(undefined)}
          onClose={onClose}
        />
      ) : (
        <TargetPicker
          label={texts.findTarget}
          sources={sources}
          suggestions={suggestions}
          query={query}
          onQuery={setQuery}
          onPick={setTarget}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface ConfirmationProps {
  sources: readonly BulkTarget[]
  target: MergeTarget
  onBack: () => void
  onClose: () => void
}

function Confirmation({ sources, target, onBack, onClose }: ConfirmationProps) {
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMergeTickets()
  const [refused, setRefused] = useState<string[]>([])
  const confirm = useRef<HTMLButtonElement>(null)
  // The box that had the focus is gone.
  useEffect(() => confirm.current?.focus(), [])

  function onMerge() {
    setRefused([])
    mutate(
      { sources: sources.map(({ id }) => id), target: target.id },
      {
        onSuccess: ({ batchId, results }) => {
          const done = results
            .filter(({ ok }) => ok)
            .map(({ id, number }) => ({ id, number: number ?? undefined }))
          if (done.length > 0)
            announceChange({
              text: texts.merged(namesOf(done), ticketRef(target)),
              undo: () => void undoAndReport(queries, () => undoBulkUpdate(batchId), true),
            })
          if (done.length === results.length) return onClose()
          setRefused(
            results
              .filter(({ ok }) => !ok)
              .map((result) => texts.refused(ticketLabel(result), refusalOf(result))),
          )
        },
      },
    )
  }

  const isDone = refused.length > 0
  return (
    <Stack gap="3">
      <Text fontWeight="medium" overflowWrap="anywhere">
        {texts.summary(
          sources.length === 1 ? ticketLabel(sources[0] ?? {}) : namesOf(sources),
          ticketLabel(target),
        )}
      </Text>
      <ul>
        {audienceOf(sources, target).map((sentence) => (
          <Text as="li" key={sentence} overflowWrap="anywhere">
            {sentence}
          </Text>
        ))}
      </ul>
      <Text tone="muted" fontSize="sm">
        {texts.nothingMoves}
      </Text>
      {error && <Alert title={texts.mergeFailed}>{failureText(error)}</Alert>}
      {isDone && (
        <Alert title={texts.mergeFailed}>
          {refused.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </Alert>
      )}
      <Flex gap="2" wrap="wrap" justifyContent="flex-end">
        <Button variant="ghost" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button onClick={onBack}>{texts.back}</Button>
        <Button
          ref={confirm}
          variant="solid"
          loading={isPending}
          loadingText={texts.merging}
          disabled={sources.length === 0}
          onClick={onMerge}
        >
          {texts.merge}
        </Button>
      </Flex>
    </Stack>
  )
}
