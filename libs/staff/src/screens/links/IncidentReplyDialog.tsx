import { useAuth } from '@helpdesk/auth'
import { COMMENT_MAX } from '@helpdesk/tickets/model/comment-rules'
import { failureText } from '@helpdesk/tickets/model/errors'
import { hasComment } from '@helpdesk/tickets/model/forms'
import type { Ticket } from '@helpdesk/tickets/model/rows'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { OneTabDraft } from '@helpdesk/tickets/screens/drafts/OneTabDraft'
import { Alert, Button, Dialog, excessOf, Field, Flex, Stack, Text, Textarea } from '@helpdesk/ui'
import { useAtomValue } from 'jotai'
import { useState, type KeyboardEvent } from 'react'
import { useIncidentPreview } from '../../api/reply-to-incidents'
import { refusalOf, ticketLabel } from '../../model/bulk-report'
import { isIncluded, textFor, unfilledFor, type UnfilledRows } from '../../model/incident-reply'
import * as texts from '../../model/incident-reply-texts'
import { unknownPlaceholders } from '../../model/placeholders'
import { MacroMenu } from '../composer/MacroMenu'
import { sendKey } from '../composer/send-key'
import { markAutofocus } from '../controls/mark-autofocus'
import { undoAtom } from '../../state/undo'
import { IncidentRows } from './IncidentRows'
import { useIncidentMacros } from './use-incident-macros'
import { incidentDraft, useIncidentReply } from './use-incident-reply'

interface IncidentReplyDialogProps {
  problem: Ticket
  onClose: () => void
}

/** Writes one reply to all incidents of a problem, and says before who gets what. */
export function IncidentReplyDialog({ problem, onClose }: IncidentReplyDialogProps) {
  return (
    <Dialog title={texts.title(ticketRef(problem))} onClose={onClose}>
      <OneTabDraft place={incidentDraft(problem.id)} label={texts.reply} showsLabel>
        <Form problem={problem} onClose={onClose} />
      </OneTabDraft>
    </Dialog>
  )
}

function Form({ problem, onClose }: IncidentReplyDialogProps) {
  const { profile } = useAuth()
  const undo = useAtomValue(undoAtom)
  const preview = useIncidentPreview(problem.id)
  const [solves, setSolves] = useState(false)
  /** Those that differ from what is chosen at first. */
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const reply = useIncidentReply(problem.id, onClose, () => void preview.refetch())
  const macros = useIncidentMacros(reply, () => setSolves(true))
  const rows = preview.data?.tickets ?? []
  const chosen = rows.filter((row) => isIncluded(row) !== toggled.has(row.id) && !reply.done.has(row.id))
  const me = profile?.name ?? null
  const [isStopped, setStopped] = useState(false)
  const unknown = unknownPlaceholders(reply.text)
  const [unfilled] = unfilledFor(reply.text, chosen, me, macros.left)
  const isTooLong = excessOf(reply.text, COMMENT_MAX) > 0
  const canSend =
    chosen.length > 0 && hasComment(reply.text) && !isTooLong && !preview.isFetching && !reply.isSending
  const hasIncidents = rows.some(({ is_problem }) => !is_problem)

  const send = (andSolve: boolean) => {
    if (!canSend || !preview.data) return
    setStopped(unfilled !== undefined)
    if (unfilled) return selectIn(macros.box.current, unfilled.placeholder)
    void reply.send(chosen, preview.data, andSolve)
  }
  function onToggle(id: string) {
    const next = new Set(toggled)
    if (!next.delete(id)) next.add(id)
    setToggled(next)
  }
  function onKeyDown(event: KeyboardEvent) {
    const command = sendKey(event)
    if (command !== 'send' && command !== 'sendAndSolve') return
    event.preventDefault()
    // The preview shows what it does before the reply goes.
    if (command === 'sendAndSolve' && !solves) return setSolves(true)
    send(solves)
  }

  return (
    <>
      {macros.questions}
      <Stack gap="3" onKeyDown={onKeyDown}>
        <Field
          label={texts.reply}
          hint={texts.placeholders}
          error={isStopped && unfilled ? errorOf(unfilled, chosen.length) : undefined}
        >
          <Textarea
            ref={(box) => {
              macros.box.current = box
              markAutofocus(box)
            }}
            rows={5}
            placeholder={texts.placeholder}
            value={reply.text}
            readOnly={reply.isSending}
            onChange={({ target }) => reply.setText(target.value)}
          />
        </Field>
        {unknown.length > 0 && !(isStopped && unfilled) && (
          <Alert tone="warning">{texts.unknown(unknown)}</Alert>
        )}
        {macros.leavesOut && <Alert tone="warning">{texts.macroLeavesOut}</Alert>}
        <Flex gap="2" wrap="wrap" alignItems="center" justifyContent="space-between">
          <Flex as="label" gap="2" alignItems="center">
            <input type="checkbox" checked={solves} onChange={({ target }) => setSolves(target.checked)} />
            {texts.solve}
          </Flex>
          <MacroMenu
            {...macros.menu}
            preview={({ body }) => (chosen[0] ? textFor(body, chosen[0], me).text : body)}
          />
        </Flex>
        {preview.isPending && (
          <Text role="status" tone="muted">
            {texts.loading}
          </Text>
        )}
        {preview.error && (
          <Alert title={texts.previewFailed}>
            {failureText(preview.error)}{' '}
            <Button size="sm" onClick={() => void preview.refetch()}>
              {texts.retry}
            </Button>
          </Alert>
        )}
        {preview.data && !hasIncidents && <Text tone="muted">{texts.noIncidents}</Text>}
        {hasIncidents && (
          <IncidentRows
            rows={rows}
            chosen={new Set(chosen.map(({ id }) => id))}
            done={reply.done}
            solves={solves}
            disabled={reply.isSending}
            onToggle={onToggle}
          />
        )}
        {reply.failure && <Alert title={texts.notSent}>{reply.failure}</Alert>}
        {reply.refused.length > 0 && (
          <Alert title={texts.notSentTo(reply.refused.length)}>
            {reply.refused.map((result) => (
              <p key={result.id}>{texts.refused(ticketLabel(result), refusalOf(result))}</p>
            ))}
            <p>{texts.lookAgain}</p>
          </Alert>
        )}
        {/* The message that offers it is out of reach behind this dialog. */}
        {undo && reply.done.size > 0 && (
          <Flex gap="2" wrap="wrap" alignItems="center">
            <Text role="status">{texts.waiting(reply.done.size)}</Text>
            <Button size="sm" onClick={undo.run}>
              {texts.undo}
            </Button>
          </Flex>
        )}
        <Flex gap="2" wrap="wrap" justifyContent="flex-end">
          <Button variant="ghost" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            variant="solid"
            disabled={!canSend}
            loading={reply.isSending}
            loadingText={texts.sending}
            onClick={() => send(solves)}
          >
            {texts.send(chosen.length)}
          </Button>
        </Flex>
      </Stack>
    </>
  )
}

/** Names the tickets unless it is all of them. */
const errorOf = ({ placeholder, tickets }: UnfilledRows, all: number): string =>
  tickets.length < all ? texts.unfilledOn(placeholder, tickets) : texts.unfilled(placeholder)

function selectIn(box: HTMLTextAreaElement | null, text: string): void {
  const start = box?.value.indexOf(text) ?? -1
  box?.focus()
  if (start >= 0) box?.setSelectionRange(start, start + text.length)
}
