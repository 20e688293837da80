import { useAuth } from '@helpdesk/auth'
import { Alert, Box, Button, chakra, Field, Flex, SendIcon, Stack, Textarea, toast } from '@helpdesk/ui'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useManageTicket } from '../../data-access/manage-ticket'
import type { DraftKind } from '../../data-access/drafts'
import { failureText } from '../../model/errors'
import { fillPlaceholders, insertAt, type Macro } from '../../model/macros'
import { withMacro, type ReplyExtras } from '../../model/reply-extras'
import type { TicketDetail } from '../../model/rows'
import { useProvideCommands } from './commands'
import { DraftLine } from './DraftLine'
import { ExtrasLine } from './ExtrasLine'
import { MacroMenu } from './MacroMenu'
import { NewsNotice } from './NewsNotice'
import { SendMenu } from './SendMenu'
import { useComposer } from './use-composer'

export interface StaffComposerProps {
  detail: TicketDetail
  /** Goes on to the next ticket; `Send and next ticket` is offered when there is one. */
  onNext?: () => void
}

const kinds: { id: DraftKind; label: string }[] = [
  { id: 'comment', label: 'Reply' },
  { id: 'note', label: 'Internal note' },
]

/** Where staff write: a reply or a note, with macros and with what changes together with it. */
export function StaffComposer({ detail, onNext }: StaffComposerProps) {
  const { profile } = useAuth()
  const composer = useComposer(detail)
  const manage = useManageTicket(detail.ticket.id)
  const { kind, draft, extras, news, refused, sending, canSend } = composer
  const box = useRef<HTMLTextAreaElement>(null)
  const macroButton = useRef<HTMLButtonElement>(null)
  const [macrosOpen, setMacrosOpen] = useState(false)
  const [unfilled, setUnfilled] = useState<string[]>([])

  const focusBox = (cursor?: number) =>
    requestAnimationFrame(() => {
      box.current?.focus()
      if (cursor !== undefined) box.current?.setSelectionRange(cursor, cursor)
    })
  const switchTo = (next: DraftKind) => {
    composer.setKind(next)
    setUnfilled([])
  }

  function insert(macro: Macro) {
    setMacrosOpen(false)
    const filled = fillPlaceholders(macro.body, {
      'customer.name': detail.customer?.name ?? null,
      'ticket.id': detail.ticket.id,
      'agent.name': profile?.name ?? null,
    })
    const { selectionStart: start = draft.text.length, selectionEnd: end = start } = box.current ?? {}
    const { text, cursor } = insertAt(draft.text, start, end, filled.text)
    composer.write(text)
    setUnfilled(filled.left)
    if (kind === 'comment') composer.setExtras(withMacro(extras, macro))
    focusBox(cursor)
  }

  async function send(more?: Partial<ReplyExtras>, then?: () => void) {
    const sent = await composer.send(more)
    if (!sent) return
    setUnfilled([])
    if (then) then()
    else focusBox()
  }

  const act = (change: Parameters<typeof manage.mutate>[0]['change']) =>
    manage.mutate(
      { change },
      {
        onError: (error) =>
          toast({ type: 'error', title: 'Ticket not updated', description: failureText(error) }),
      },
    )
  useProvideCommands({
    focusReply: () => (switchTo('comment'), focusBox()),
    focusNote: () => (switchTo('note'), focusBox()),
    send: () => void send(),
    ...(onNext && { sendAndNext: () => void send({}, onNext) }),
    openMacros: () => setMacrosOpen(true),
    setStatus: (status) => act({ status }),
    setPriority: (priority) => act({ priority }),
  })

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send()
  }

  const isNote = kind === 'note'
  return (
    <Stack gap="2" as="section" aria-label="Write">
      <Flex role="group" aria-label="Reply or note" gap="1" wrap="wrap" alignItems="center">
        {kinds.map(({ id, label }) => (
          <Switch key={id} type="button" aria-pressed={id === kind} onClick={() => switchTo(id)}>
            {label}
          </Switch>
        ))}
        <Box flex="1" />
        <MacroMenu open={macrosOpen} onOpen={setMacrosOpen} onPick={insert} button={macroButton} />
      </Flex>
      <NewsNotice news={news} refused={refused} />
      <Field label={isNote ? 'Internal note' : 'Comment'} hideLabel>
        <Textarea
          ref={box}
          placeholder={isNote ? 'Write a note that only staff can read...' : 'Add a comment...'}
          rows={5}
          maxLength={10_000}
          readOnly={sending}
          value={sending ? '' : draft.text}
          background={isNote ? 'warning.bg' : undefined}
          onChange={({ target }) => composer.write(target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      {unfilled.length > 0 && (
        <Alert tone="warning">Not filled in, please complete by hand: {unfilled.join(', ')}</Alert>
      )}
      {composer.failure && <Alert title="Nothing was sent, your text is kept">{composer.failure}</Alert>}
      {!isNote && <ExtrasLine extras={extras} onChange={composer.setExtras} />}
      <Flex gap="2" alignItems="flex-start" wrap="wrap">
        <Box flex="1" minWidth="8rem">
          {!sending && <DraftLine draft={draft} />}
        </Box>
        <Flex>
          <Button
            variant="solid"
            borderEndRadius={isNote ? undefined : '0'}
            disabled={!canSend}
            loading={sending}
            onClick={() => void send()}
          >
            {!sending && <SendIcon size={14} />}
            {news.length > 0 || refused ? 'Send anyway' : 'Send'}
          </Button>
          {!isNote && (
            <SendMenu
              current={detail.ticket.status}
              disabled={!canSend}
              onSend={(status) => void send({ status })}
              onSendAndNext={onNext && (() => void send({}, onNext))}
            />
          )}
        </Flex>
      </Flex>
    </Stack>
  )
}

const Switch = chakra('button', {
  base: {
    px: '2.5',
    minHeight: '7',
    fontSize: 'sm',
    fontWeight: 'medium',
    borderRadius: 'md',
    color: 'fg.muted',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    '&[aria-pressed="true"]': { bg: 'bg.emphasized', color: 'fg' },
  },
})
