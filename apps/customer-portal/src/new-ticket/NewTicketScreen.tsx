import { refreshWorkspace, useAuth, useWorkspace } from '@helpdesk/auth'
import { Box, Button, toast } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useDraftFiles } from '@helpdesk/tickets/drafts/draft-files'
import { anotherDraftKey, newTicketDraftKey, useNewTicketDraft } from './new-ticket-draft'
import { keepAndUpload } from '@helpdesk/tickets/uploads/uploads'
import { useCreateTicket } from '../api/create-ticket'
import { failureText } from '@helpdesk/tickets/model/errors'
import { takeFiles } from '@helpdesk/tickets/model/file-intake'
import { ticketFormDefaults, type TicketFormValues } from '@helpdesk/tickets/model/forms'
import { hasTicketText, parseNewTicketDraft } from '../model/new-ticket-draft'
import { useDraftOwner } from '@helpdesk/tickets/drafts/draft-owner'
import { HeldDraft } from '@helpdesk/tickets/screens/drafts/HeldDraft'
import { LeaveGuard, type LeaveQuestion } from '@helpdesk/tickets/screens/leave/LeaveGuard'
import { RestoredNote } from './RestoredNote'
import { TicketForm } from './TicketForm'
import { UploadPanel } from './UploadPanel'
import * as texts from './texts'

interface NewTicketScreenProps {
  /** Called once the ticket and all its files are stored. */
  onCreated: (ticketId: string) => void
}

/** Maximum age of the limits, so that the form shows those the server enforces. */
const LIMITS_FRESH_MS = 60_000
const DRAFT_KEPT_TEXT = texts.draftSaved

/** Creates a ticket. One tab at a time writes a draft; another may take it over or begin one of its own. */
export function NewTicketScreen(props: NewTicketScreenProps) {
  const userId = useAuth().user?.id
  const [begun, setBegun] = useState<{ userId: string | undefined; key: string | null } | null>(null)
  const opened = useMemo(() => newTicketDraftKey(userId), [userId])
  const draftKey = begun && begun.userId === userId ? begun.key : opened
  const { isElsewhere, text, takeOver } = useDraftOwner(draftKey ?? '')
  if (!isElsewhere || !userId) return <OneTicket key={draftKey} draftKey={draftKey} {...props} />
  const { subject = '', description = '' } = parseNewTicketDraft(text)?.values ?? {}
  return (
    <Box maxWidth="42rem">
      <HeldDraft
        where="tab"
        label={texts.title}
        text={[subject, description].filter(Boolean).join('\n')}
        onTakeOver={takeOver}
      >
        <Button size="sm" variant="ghost" onClick={() => setBegun({ userId, key: anotherDraftKey(userId) })}>
          {texts.another}
        </Button>
      </HeldDraft>
    </Box>
  )
}

interface OneTicketProps extends NewTicketScreenProps {
  draftKey: string | null
}

/** The form with its draft, then the upload of its files. */
function OneTicket({ draftKey, onCreated }: OneTicketProps) {
  const draft = useNewTicketDraft(draftKey)
  const create = useCreateTicket()
  const [restored, setRestored] = useState(draft.initial !== null)
  const [formKey, setFormKey] = useState(0)
  const workspace = useWorkspace()
  const { files: kept, setFiles, lost } = useDraftFiles(draft.files)
  // An admin may have lowered the limits since the files were chosen.
  const accepted = takeFiles(kept ?? [], workspace.max_files, workspace)
  const files = kept && accepted.taken
  const [uploading, setUploading] = useState<string | null>(null)
  const queries = useQueryClient()
  const userId = useAuth().user?.id
  const written = useRef<TicketFormValues>(draft.initial?.values ?? ticketFormDefaults)
  const sent = useRef(false)

  useEffect(() => void refreshWorkspace(LIMITS_FRESH_MS), [])

  const onChange = useCallback(
    (values: TicketFormValues) => {
      written.current = values
      // A submitted form is no longer a draft.
      if (!sent.current) draft.save(values)
    },
    [draft],
  )

  function submit(values: TicketFormValues) {
    if (sent.current || !files) return
    sent.current = true
    const requestId = draft.requestId()
    create.mutate(
      { values, requestId, files },
      {
        onSuccess: ({ id }) => void upload(id, requestId, files),
        onError: (error) => {
          sent.current = false
          toast({ type: 'error', title: texts.failed, description: failureText(error) })
        },
      },
    )
  }

  /** The draft goes once its files are stored for the ticket. */
  async function upload(ticketId: string, requestId: string, chosen: readonly File[]): Promise<void> {
    if (userId) await keepAndUpload(queries, { userId, ticketId, requestId }, null, chosen)
    draft.clear()
    if (chosen.length === 0) onCreated(ticketId)
    else setUploading(ticketId)
  }

  function startOver() {
    draft.clear()
    written.current = ticketFormDefaults
    setFiles([])
    setRestored(false)
    setFormKey((n) => n + 1)
  }

  function question(): LeaveQuestion | null {
    // Its files go on by themselves.
    if (create.isSuccess) return null
    const hasDraft = hasTicketText(written.current) || kept?.length !== 0
    return hasDraft ? { title: texts.leaveQuestion, text: DRAFT_KEPT_TEXT } : null
  }

  return (
    <>
      <LeaveGuard question={question} />
      {uploading ? (
        <UploadPanel ticketId={uploading} onComplete={() => onCreated(uploading)} />
      ) : (
        <>
          {restored && (
            <RestoredNote sent={Boolean(draft.initial?.requestId)} filesLost={lost} onStartOver={startOver} />
          )}
          <TicketForm
            key={formKey}
            initial={formKey === 0 ? draft.initial?.values : undefined}
            onChange={onChange}
            workspace={workspace}
            files={files}
            filesRefused={accepted.refused}
            filesExpected={draft.initial?.fileCount}
            onFiles={setFiles}
            onSubmit={submit}
            busy={create.isPending || create.isSuccess}
            error={create.error ? failureText(create.error) : null}
          />
        </>
      )}
    </>
  )
}
